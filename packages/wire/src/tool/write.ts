import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Creates or replaces a file. */
export const writeTool = defineTool({
  name: 'Write',
  input: () => z.object({ file_path: z.string().describe('Absolute path'), content: z.string() }),
  output: () => z.object({ type: z.enum(['create', 'update']), filePath: z.string(), content: z.string(), structuredPatch: z.array(z.object({ oldStart: z.number(), oldLines: z.number(), newStart: z.number(), newLines: z.number(), lines: z.array(z.string()) })), originalFile: z.string().nullable() }),
});
export type WriteInput = Infer<(typeof writeTool)['input']>;
export type WriteOutput = Infer<(typeof writeTool)['output']>;
