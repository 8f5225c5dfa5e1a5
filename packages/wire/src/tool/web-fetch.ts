import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Reads a web page and answers a question about it. */
export const webFetchTool = defineTool({
  name: 'WebFetch',
  input: () => z.object({ url: z.string(), prompt: z.string().describe('What to find out from the page') }),
  output: () =>
    z.object({ bytes: z.number(), code: z.number(), codeText: z.string(), result: z.string(), durationMs: z.number(), url: z.string() }),
});
export type WebFetchInput = Infer<(typeof webFetchTool)['input']>;
export type WebFetchOutput = Infer<(typeof webFetchTool)['output']>;
