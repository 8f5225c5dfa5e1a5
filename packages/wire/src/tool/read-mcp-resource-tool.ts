import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Reads a resource of an MCP server. */
export const readMcpResourceTool = defineTool({
  name: 'ReadMcpResourceTool',
  aliases: ['ReadMcpResource'],
  input: () => z.object({ server: z.string(), uri: z.string() }),
  output: () =>
    z.object({
      contents: z.array(
        z.object({ uri: z.string(), mimeType: z.string().optional(), text: z.string().optional(), blobSavedTo: z.string().optional() }),
      ),
      error: z.string().optional(),
    }),
});
export type ReadMcpResourceInput = Infer<(typeof readMcpResourceTool)['input']>;
export type ReadMcpResourceOutput = Infer<(typeof readMcpResourceTool)['output']>;
