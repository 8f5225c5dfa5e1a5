// Tidies up at the end.
import assert from 'node:assert/strict';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region session-end
const ended: string[] = [];
const hooks: Options['hooks'] = {
  SessionEnd: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name === 'SessionEnd') ended.push(input.reason);
          return {};
        },
      ],
    },
  ],
};
// #endregion

await play({ hooks });
assert.deepEqual(ended, ['other']);
console.log('ok');
