import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Changes a cell of a notebook. */
export const notebookEditTool = defineTool({
  name: 'NotebookEdit',
  input: () =>
    z.object({
      notebook_path: z.string().describe('Absolute path'),
      cell_id: z.string().optional(),
      new_source: z.string(),
      cell_type: z.enum(['code', 'markdown']).optional(),
      edit_mode: z.enum(['replace', 'insert', 'delete']).optional(),
    }),
  output: () =>
    z.object({
      new_source: z.string(),
      cell_id: z.string().optional(),
      cell_type: z.enum(['code', 'markdown']),
      language: z.string(),
      edit_mode: z.string(),
      error: z.string().optional(),
      notebook_path: z.string(),
      original_file: z.string(),
      updated_file: z.string(),
    }),
});
export type NotebookEditInput = Infer<(typeof notebookEditTool)['input']>;
export type NotebookEditOutput = Infer<(typeof notebookEditTool)['output']>;
