import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Reads what a background task has printed. */
export const taskOutputTool = defineTool({
  name: 'TaskOutput',
  aliases: ['BashOutput', 'AgentOutputTool'],
  input: () =>
    z.object({
      task_id: z.string(),
      block: z.boolean().optional().describe('Wait for the end (default true)'),
      timeout: z.number().nonnegative().optional().describe('Milliseconds to wait at most'),
      filter: z.string().optional().describe('Only lines matching this regular expression'),
    }),
  output: () => z.object({ retrieval_status: z.enum(['success', 'timeout', 'not_ready']), task: shared.record().nullable() }),
});
export type TaskOutputInput = Infer<(typeof taskOutputTool)['input']>;
export type TaskOutputOutput = Infer<(typeof taskOutputTool)['output']>;
