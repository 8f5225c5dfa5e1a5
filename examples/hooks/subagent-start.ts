// Gives every subagent a rule of the house.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region subagent-start
const hooks: Options['hooks'] = {
  SubagentStart: [
    {
      matcher: 'general-purpose',
      hooks: [async () => ({ hookSpecificOutput: { hookEventName: 'SubagentStart', additionalContext: 'Answer in one sentence.' } })],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [
  reply(toolUse('Task', { description: 'look', prompt: 'look around', subagent_type: 'general-purpose' })),
]);
assert.match(played.sent, /Answer in one sentence\./);
console.log(played.result);
