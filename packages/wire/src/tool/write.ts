import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';
import { gitDiff, structuredPatch } from './patch.js';

/** Creates or replaces a file. */
export const writeTool = defineTool({
  name: 'Write',
  input: () => z.object({ file_path: z.string().describe('Absolute path'), content: z.string() }),
  output: () =>
    z.object({
      type: z.enum(['create', 'update']),
      filePath: z.string(),
      content: z.string(),
      structuredPatch: structuredPatch(),
      originalFile: z.string().nullable(),
      gitDiff: gitDiff().optional(),
    }),
});
export type WriteInput = Infer<(typeof writeTool)['input']>;
export type WriteOutput = Infer<(typeof writeTool)['output']>;
