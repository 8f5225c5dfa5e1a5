// Hides what the model should not see of a result, and adds what it should know.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region post-tool-use
const hooks: Options['hooks'] = {
  PostToolUse: [
    {
      matcher: 'Read',
      hooks: [
        async () => ({
          hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: '(redacted)', additionalContext: 'Notes are redacted.' },
        }),
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, (folder) => [reply(toolUse('Read', { file_path: `${folder}/notes.txt` }))]);
assert.match(played.sent, /\(redacted\)/);
assert.match(played.sent, /Notes are redacted\./);
assert.doesNotMatch(played.sent, /some notes/);
console.log(played.result);
