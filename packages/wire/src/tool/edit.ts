import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Replaces text in a file. */
export const editTool = defineTool({
  name: 'Edit',
  input: () => z.object({
      file_path: z.string().describe('Absolute path'),
      old_string: z.string().describe('Exact text to replace'),
      new_string: z.string().describe('Text to put there'),
      replace_all: z.boolean().optional().describe('Replace every occurrence'),
    }),
  output: () => z.object({ filePath: z.string(), oldString: z.string(), newString: z.string(), originalFile: z.string(), structuredPatch: z.array(z.object({ oldStart: z.number(), oldLines: z.number(), newStart: z.number(), newLines: z.number(), lines: z.array(z.string()) })), userModified: z.boolean(), replaceAll: z.boolean() }),
});
export type EditInput = Infer<(typeof editTool)['input']>;
export type EditOutput = Infer<(typeof editTool)['output']>;
