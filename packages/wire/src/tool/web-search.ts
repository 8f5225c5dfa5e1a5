import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Searches the web. */
export const webSearchTool = defineTool({
  name: 'WebSearch',
  input: () =>
    z.object({
      query: z.string().min(2),
      allowed_domains: z.array(z.string()).optional(),
      blocked_domains: z.array(z.string()).optional(),
    }),
  output: () =>
    z.object({
      query: z.string(),
      results: z.array(
        z.union([z.object({ tool_use_id: z.string(), content: z.array(z.object({ title: z.string(), url: z.string() })) }), z.string()]),
      ),
      durationSeconds: z.number(),
    }),
});
export type WebSearchInput = Infer<(typeof webSearchTool)['input']>;
export type WebSearchOutput = Infer<(typeof webSearchTool)['output']>;
