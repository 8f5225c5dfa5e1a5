import type { TaskListener } from '../process/task-registry.js';
import type { Output } from './output.js';

/** Tells the host of background tasks: when one starts and how it ends. */
export function taskMessages(output: Output): TaskListener {
  return {
    started: (task) =>
      void output.taskStarted({
        task_id: task.id,
        description: task.description,
        task_type: task.type,
        ...(task.toolUseId !== undefined && { tool_use_id: task.toolUseId }),
      }),
    ended: (task, end) =>
      void output.taskNotification({
        task_id: task.id,
        status: end.status,
        output_file: task.outputFile,
        summary: end.summary,
        ...(task.toolUseId !== undefined && { tool_use_id: task.toolUseId }),
        ...(end.usage && { usage: end.usage }),
      }),
  };
}
