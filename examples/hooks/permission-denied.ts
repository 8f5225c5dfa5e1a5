// Notes every call that was refused without asking.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region permission-denied
const refused: string[] = [];
const hooks: Options['hooks'] = {
  PermissionDenied: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name === 'PermissionDenied') refused.push(input.tool_name);
          return {};
        },
      ],
    },
  ],
};
// #endregion

await play({ hooks, permissionMode: 'dontAsk' }, () => [reply(toolUse('WebFetch', { url: 'https://example.com', prompt: 'what is it?' }))]);
assert.deepEqual(refused, ['WebFetch']);
console.log('ok');
