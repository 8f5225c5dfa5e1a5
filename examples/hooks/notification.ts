// Rings a bell when somebody is needed.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region notification
const rings: string[] = [];
const hooks: Options['hooks'] = {
  Notification: [
    {
      matcher: 'permission_prompt',
      hooks: [
        async (input) => {
          if (input.hook_event_name === 'Notification') rings.push(input.message);
          return {};
        },
      ],
    },
  ],
};
// #endregion

await play({ hooks, canUseTool: async () => ({ behavior: 'deny', message: 'not now' }) }, () => [
  reply(toolUse('WebFetch', { url: 'https://example.com', prompt: 'what is it?' })),
]);
assert.deepEqual(rings, ['Permission is needed to use WebFetch.']);
console.log('ok');
