// Does not let a task count as done while the tests fail.
import assert from 'node:assert/strict';
import { reply, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { play } from './support/play.js';

// #region task-completed
const hooks: Options['hooks'] = {
  TaskCompleted: [
    {
      hooks: [
        async (input) => {
          const early = input.hook_event_name === 'TaskCompleted' && input.task_subject === 'Mend the parser';
          return early ? { decision: 'block', reason: 'the tests still fail' } : {};
        },
      ],
    },
  ],
};
// #endregion

const played = await play({ hooks }, () => [
  reply(toolUse('TodoWrite', { todos: [{ content: 'Mend the parser', activeForm: 'Mending the parser', status: 'completed' }] })),
]);
assert.match(played.sent, /is not completed yet: the tests still fail/);
console.log(played.result);
