import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Runs a subagent. */
export const taskTool = defineTool({
  name: 'Task',
  aliases: ['Agent'],
  input: () =>
    z.object({
      description: z.string().describe('What it does, in 3 to 5 words'),
      prompt: z.string().describe('The whole task'),
      subagent_type: z.string().optional().describe('Which agent'),
      model: z.string().optional(),
      resume: z.string().optional().describe('Id of an agent to go on with'),
      run_in_background: z.boolean().optional(),
      max_turns: z.number().int().positive().optional(),
      name: z.string().optional(),
      team_name: z.string().optional(),
      mode: z.string().optional(),
      isolation: z.enum(['worktree']).optional(),
    }),
  output: () =>
    z.union([
      z.object({
        status: z.literal('completed'),
        agentId: z.string(),
        content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
        totalToolUseCount: z.number(),
        totalDurationMs: z.number(),
        totalTokens: z.number(),
        usage: shared.record(),
        prompt: z.string(),
        worktreePath: z.string().optional(),
        worktreeBranch: z.string().optional(),
      }),
      z.object({
        status: z.literal('async_launched'),
        agentId: z.string(),
        description: z.string(),
        prompt: z.string(),
        outputFile: z.string(),
        canReadOutputFile: z.boolean().optional(),
      }),
      z.object({ status: z.literal('sub_agent_entered'), description: z.string(), message: z.string() }),
    ]),
});
export type TaskInput = Infer<(typeof taskTool)['input']>;
export type TaskOutput = Infer<(typeof taskTool)['output']>;
