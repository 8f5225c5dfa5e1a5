// Answers in the place of the person.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region permission-request
const hooks: Options['hooks'] = {
  PermissionRequest: [
    {
      matcher: 'WebFetch',
      hooks: [
        async () => ({
          hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'The network is off limits.' } },
        }),
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [reply(toolUse('WebFetch', { url: 'https://example.com', prompt: 'what is it?' }))]);
assert.match(played.sent, /The network is off limits\./);
console.log(played.result);
