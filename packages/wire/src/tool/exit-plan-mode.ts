import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Shows the plan and asks to carry it out. */
export const exitPlanModeTool = defineTool({
  name: 'ExitPlanMode',
  input: () =>
    z.looseObject({
      plan: z.string().optional().describe('The plan, as markdown'),
      allowedPrompts: z.array(z.object({ tool: z.literal('Bash'), prompt: z.string() })).optional(),
    }),
  output: () =>
    z.object({
      plan: z.string().nullable(),
      isAgent: z.boolean(),
      filePath: z.string().optional(),
      hasTaskTool: z.boolean().optional(),
      awaitingLeaderApproval: z.boolean().optional(),
      requestId: z.string().optional(),
    }),
});
export type ExitPlanModeInput = Infer<(typeof exitPlanModeTool)['input']>;
export type ExitPlanModeOutput = Infer<(typeof exitPlanModeTool)['output']>;
