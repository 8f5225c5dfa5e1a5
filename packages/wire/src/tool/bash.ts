import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Runs a shell command. */
export const bashTool = defineTool({
  name: 'Bash',
  input: () =>
    z.object({
      command: z.string(),
      timeout: z.number().nonnegative().optional().describe('Milliseconds, at most 600000'),
      description: z.string().optional().describe('What it does, in 5 to 10 words'),
      run_in_background: z.boolean().optional(),
      dangerouslyDisableSandbox: z.boolean().optional(),
    }),
  output: () =>
    z.object({
      stdout: z.string(),
      stderr: z.string(),
      interrupted: z.boolean(),
      isImage: z.boolean().optional(),
      backgroundTaskId: z.string().optional(),
      backgroundedByUser: z.boolean().optional(),
      dangerouslyDisableSandbox: z.boolean().optional(),
      returnCodeInterpretation: z.string().optional(),
      noOutputExpected: z.boolean().optional(),
      structuredContent: z.array(z.unknown()).optional(),
      rawOutputPath: z.string().optional(),
      persistedOutputPath: z.string().optional(),
      persistedOutputSize: z.number().optional(),
    }),
});
export type BashInput = Infer<(typeof bashTool)['input']>;
export type BashOutput = Infer<(typeof bashTool)['output']>;
