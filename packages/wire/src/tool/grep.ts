import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Finds text in files. */
export const grepTool = defineTool({
  name: 'Grep',
  input: () =>
    z.object({
      pattern: z.string().describe('Regular expression'),
      path: z.string().optional().describe('File or folder (default: working directory)'),
      glob: z.string().optional().describe('Only files matching this glob'),
      output_mode: z.enum(['content', 'files_with_matches', 'count']).optional().describe('Default files_with_matches'),
      '-B': z.number().int().nonnegative().optional().describe('Lines before a match'),
      '-A': z.number().int().nonnegative().optional().describe('Lines after a match'),
      '-C': z.number().int().nonnegative().optional().describe('Lines around a match'),
      context: z.number().int().nonnegative().optional(),
      '-n': z.boolean().optional().describe('Line numbers (default true)'),
      '-i': z.boolean().optional().describe('Ignore case'),
      '-o': z.boolean().optional().describe('Only the matching part'),
      type: z.string().optional().describe('File type such as js or py'),
      head_limit: z.number().int().nonnegative().optional().describe('At most this many lines or entries'),
      offset: z.number().int().nonnegative().optional().describe('Skip this many first'),
      multiline: z.boolean().optional().describe('Let patterns span lines'),
    }),
  output: () =>
    z.object({
      mode: z.enum(['content', 'files_with_matches', 'count']).optional(),
      numFiles: z.number(),
      filenames: z.array(z.string()),
      content: z.string().optional(),
      numLines: z.number().optional(),
      numMatches: z.number().optional(),
      appliedLimit: z.number().optional(),
      appliedOffset: z.number().optional(),
      timedOut: z.boolean().optional(),
    }),
});
export type GrepInput = Infer<(typeof grepTool)['input']>;
export type GrepOutput = Infer<(typeof grepTool)['output']>;
