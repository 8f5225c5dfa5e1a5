import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Finds files by name. */
export const globTool = defineTool({
  name: 'Glob',
  input: () =>
    z.object({
      pattern: z.string().describe('Glob such as **/*.ts'),
      path: z.string().optional().describe('Folder to search (default: working directory)'),
    }),
  output: () => z.object({ durationMs: z.number(), numFiles: z.number(), filenames: z.array(z.string()), truncated: z.boolean() }),
});
export type GlobInput = Infer<(typeof globTool)['input']>;
export type GlobOutput = Infer<(typeof globTool)['output']>;
