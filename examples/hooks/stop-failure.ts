// Writes down why a turn failed.
import assert from 'node:assert/strict';
import { status } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region stop-failure
const failures: string[] = [];
const hooks: Options['hooks'] = {
  StopFailure: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name === 'StopFailure') failures.push(input.error);
          return {};
        },
      ],
    },
  ],
};
// #endregion

await play({ hooks }, () => [status(400, 'no such thing')]);
assert.deepEqual(failures, ['invalid_request']);
console.log('ok');
