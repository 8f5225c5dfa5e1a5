// Sends a subagent back to work when its report is too short.
import assert from 'node:assert/strict';
import { reply, text, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region subagent-stop
const hooks: Options['hooks'] = {
  SubagentStop: [
    {
      hooks: [
        async (input) => {
          if (input.hook_event_name !== 'SubagentStop' || (input.last_assistant_message ?? '').length > 10) return {};
          return { decision: 'block', reason: 'Say more.' };
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [
  reply(toolUse('Task', { description: 'look', prompt: 'look around', subagent_type: 'general-purpose' })),
  reply(text('ok')),
  reply(text('There is one file, notes.txt.')),
]);
assert.match(played.sent, /Say more\./);
assert.match(played.sent, /There is one file, notes\.txt\./);
console.log(played.result);
