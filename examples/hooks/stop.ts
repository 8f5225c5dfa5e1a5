// Does not let the model stop before the tests have run.
import assert from 'node:assert/strict';
import { reply, text } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region stop
const hooks: Options['hooks'] = {
  Stop: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name !== 'Stop' || input.stop_hook_active) return {};
          return { decision: 'block', reason: 'Run the tests first.' };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [reply(text('I am done.')), reply(text('The tests pass.'))]);
assert.match(played.sent, /Run the tests first/);
assert.equal(played.result, 'The tests pass.');
console.log(played.result);
