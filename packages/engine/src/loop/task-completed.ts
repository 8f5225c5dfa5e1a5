import type { ToolContext } from '../tool/define.js';
import type { Turn } from './turn.js';

/** Lets hooks look at a task that is about to count as completed; returns their objection, if they have one. */
export function createTaskCompleted(turn: Turn, toolUseId: string): NonNullable<ToolContext['taskCompleted']> {
  const { session, signal } = turn;
  const { hooks, agent } = session;
  return async ({ id, subject }) => {
    if (!hooks.has('TaskCompleted')) return undefined;
    const outcome = await hooks.run(
      'TaskCompleted',
      { task_id: id, task_subject: subject },
      { signal, toolUseId, ...(agent && { agent }) },
    );
    if (outcome.stop !== undefined) turn.stop ??= { reason: outcome.stop, interrupt: false };
    return outcome.block;
  };
}
