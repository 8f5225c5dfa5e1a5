import type { TaskStopInput, TaskStopOutput } from '@inboard/wire';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './task-stop.md';
import { unknownTask } from './unknown-task.js';

/** Ends a background task. */
export const taskStopTool = builtinTool('TaskStop', { prompt, run: taskStop });

async function taskStop(input: TaskStopInput, context: ToolContext): Promise<ToolOutcome> {
  const id = input.task_id ?? input.shell_id;
  if (id === undefined) return failed('Say which task to stop: task_id is missing.');
  const entry = context.tasks.find(id);
  if (!entry) return failed(unknownTask(id, context.tasks));
  const { task, end } = entry;
  if (end) return failed(`Task ${id} has already ended: ${end.summary}.`);
  await task.stop();
  const message = `Stopped task ${id} (${task.description}).`;
  const result: TaskStopOutput = {
    message,
    task_id: id,
    task_type: task.type,
    ...(task.command !== undefined && { command: task.command }),
  };
  return { content: message, result };
}
