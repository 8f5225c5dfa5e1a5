// Gives the model a hint when a call fails.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region post-tool-use-failure
const hooks: Options['hooks'] = {
  PostToolUseFailure: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name !== 'PostToolUseFailure') return {};
          const hint = `${input.tool_name} failed. List the folder before you try again.`;
          return { hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext: hint } };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, (folder) => [reply(toolUse('Read', { file_path: `${folder}/missing.txt` }))]);
assert.match(played.sent, /Read failed\. List the folder/);
console.log(played.result);
