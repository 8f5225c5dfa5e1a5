import { defineHook } from '../define.js';
import * as z from 'zod';

/** A task of the task list was completed. */
export const taskCompletedHook = defineHook({
  event: 'TaskCompleted',
  input: () =>
    z.object({
      task_id: z.string(),
      task_subject: z.string(),
      task_description: z.string().optional(),
      teammate_name: z.string().optional(),
      team_name: z.string().optional(),
    }),
  output: () => z.object({}),
});
