// Forbids summaries that nobody asked for in words.
import assert from 'node:assert/strict';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region pre-compact
const hooks: Options['hooks'] = {
  PreCompact: [
    {
      matcher: 'manual',
      hooks: [
        async (input) => {
          const asked = input.hook_event_name === 'PreCompact' && input.custom_instructions !== null;
          return asked ? {} : { decision: 'block', reason: 'say what to keep' };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [], 'hello', '/compact');
assert.equal(played.result, 'Not summarised: say what to keep');
console.log(played.result);
