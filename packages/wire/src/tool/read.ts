import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Reads a file: text, image, PDF or notebook. */
export const readTool = defineTool({
  name: 'Read',
  input: () =>
    z.object({
      file_path: z.string().describe('Absolute path'),
      offset: z.number().int().nonnegative().optional().describe('First line, from 1'),
      limit: z.number().int().positive().optional().describe('Number of lines (default 2000)'),
      pages: z.string().optional().describe('Pages of a PDF, such as 1-5'),
    }),
  output: () =>
    z.discriminatedUnion('type', [
      z.object({
        type: z.literal('text'),
        file: z.object({
          filePath: z.string(),
          content: z.string(),
          numLines: z.number(),
          startLine: z.number(),
          totalLines: z.number(),
        }),
      }),
      z.object({
        type: z.literal('image'),
        file: z.object({
          base64: z.string(),
          type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
          originalSize: z.number(),
          dimensions: z
            .object({
              originalWidth: z.number().optional(),
              originalHeight: z.number().optional(),
              displayWidth: z.number().optional(),
              displayHeight: z.number().optional(),
            })
            .optional(),
        }),
      }),
      z.object({ type: z.literal('notebook'), file: z.object({ filePath: z.string(), cells: z.array(z.unknown()) }) }),
      z.object({ type: z.literal('pdf'), file: z.object({ filePath: z.string(), base64: z.string(), originalSize: z.number() }) }),
      z.object({
        type: z.literal('parts'),
        file: z.object({ filePath: z.string(), originalSize: z.number(), count: z.number(), outputDir: z.string() }),
      }),
    ]),
});
export type ReadInput = Infer<(typeof readTool)['input']>;
export type ReadOutput = Infer<(typeof readTool)['output']>;
