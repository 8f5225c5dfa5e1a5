// Keeps the agent away from some files.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region pre-tool-use
const hooks: Options['hooks'] = {
  PreToolUse: [
    {
      matcher: 'Read|Edit|Write',
      hooks: [
        async (input) => {
          const secret = input.hook_event_name === 'PreToolUse' && JSON.stringify(input.tool_input).includes('notes.txt');
          if (!secret) return {};
          return {
            hookSpecificOutput: {
              hookEventName: 'PreToolUse',
              permissionDecision: 'deny',
              permissionDecisionReason: 'the notes are private',
            },
          };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, (folder) => [reply(toolUse('Read', { file_path: `${folder}/notes.txt` }))]);
assert.match(played.sent, /Read is not allowed: the notes are private/);
assert.doesNotMatch(played.sent, /some notes/);
console.log(played.result);
