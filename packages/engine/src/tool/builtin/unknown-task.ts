import type { TaskRegistry } from '../../process/task-registry.js';

/** Says that there is no such task, and which ones there are. */
export function unknownTask(id: string, tasks: TaskRegistry): string {
  const running = tasks.running().map((task) => `${task.id} (${task.description})`);
  return `There is no task "${id}". ${running.length === 0 ? 'No task is running.' : `Running: ${running.join(', ')}.`}`;
}
