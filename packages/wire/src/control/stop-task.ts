import { defineControl } from '../define.js';
import * as z from 'zod';

/** Stops a background task. */
export const stopTaskRequest = defineControl({
  subtype: 'stop_task',
  from: ['host'],
  params: () => z.object({ task_id: z.string() }),
  result: () => z.object({}),
});
