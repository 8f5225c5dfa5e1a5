// Gives a named agent more to do before it ends.
import assert from 'node:assert/strict';
import { reply, text, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

const waiting = ['Look at notes.txt as well.'];

// #region teammate-idle
const hooks: Options['hooks'] = {
  TeammateIdle: [
    {
      hooks: [
        async () => {
          const next = waiting.shift();
          return next === undefined ? {} : { decision: 'block', reason: next };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [
  reply(toolUse('Task', { description: 'look', prompt: 'look around', subagent_type: 'general-purpose', name: 'scout' })),
  reply(text('Nothing to do.')),
  reply(text('There are some notes.')),
]);
assert.match(played.sent, /Look at notes\.txt as well\./);
assert.match(played.sent, /There are some notes\./);
console.log(played.result);
