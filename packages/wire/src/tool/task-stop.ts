import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Stops a background task. */
export const taskStopTool = defineTool({
  name: 'TaskStop',
  aliases: ['KillShell', 'KillBash'],
  input: () => z.object({ task_id: z.string().optional(), shell_id: z.string().optional() }),
  output: () => z.object({ message: z.string(), task_id: z.string(), task_type: z.string(), command: z.string().optional() }),
});
export type TaskStopInput = Infer<(typeof taskStopTool)['input']>;
export type TaskStopOutput = Infer<(typeof taskStopTool)['output']>;
