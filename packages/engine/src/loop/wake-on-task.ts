import { contextBlock } from '../context/context-block.js';
import type { PromptQueue } from '../input/prompt-queue.js';
import type { Port } from '../port/port.js';
import type { Task, TaskEnd, TaskListener } from '../process/task-registry.js';

/** Keeps a session open while background agents work, and tells the model when one is done. */
export function wakeOnTask(prompts: PromptQueue, port: Port): TaskListener {
  const releases = new Map<string, () => void>();
  return {
    started: (task) => {
      if (task.wakesOwner) releases.set(task.id, prompts.hold());
    },
    ended: (task, end) => {
      const release = releases.get(task.id);
      if (!release) return;
      releases.delete(task.id);
      if (end.status !== 'stopped')
        prompts.pushOwn({
          uuid: port.newId(),
          message: { role: 'user', content: [contextBlock('background task', notice(task, end))] },
          shouldQuery: true,
          own: true,
        });
      release();
    },
  };
}

function notice(task: Task, end: TaskEnd): string {
  return `The background agent ${task.id} (${task.description}) has ${end.status === 'completed' ? 'completed' : 'failed'}. Its report is in ${task.outputFile}.`;
}
