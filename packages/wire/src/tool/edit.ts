import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';
import { gitDiff, structuredPatch } from './patch.js';

/** Replaces text in a file. */
export const editTool = defineTool({
  name: 'Edit',
  input: () =>
    z.object({
      file_path: z.string().describe('Absolute path'),
      old_string: z.string().describe('Exact text to replace'),
      new_string: z.string().describe('Text to put there'),
      replace_all: z.boolean().optional().describe('Replace every occurrence'),
    }),
  output: () =>
    z.object({
      filePath: z.string(),
      oldString: z.string(),
      newString: z.string(),
      originalFile: z.string(),
      structuredPatch: structuredPatch(),
      userModified: z.boolean(),
      replaceAll: z.boolean(),
      gitDiff: gitDiff().optional(),
    }),
});
export type EditInput = Infer<(typeof editTool)['input']>;
export type EditOutput = Infer<(typeof editTool)['output']>;
