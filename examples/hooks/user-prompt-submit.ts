// Adds the date to every prompt and refuses prompts with a key in them.
import assert from 'node:assert/strict';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region user-prompt-submit
const hooks: Options['hooks'] = {
  UserPromptSubmit: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name !== 'UserPromptSubmit') return {};
          if (/sk-\w+/.test(input.prompt)) return { decision: 'block', reason: 'there is a key in it' };
          return { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'Today is Monday.' } };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [], 'hello', 'use sk-12345');
assert.match(played.sent, /Today is Monday/);
assert.doesNotMatch(played.sent, /sk-12345/);
assert.equal(played.result, 'The prompt was blocked: there is a key in it');
console.log(played.result);
