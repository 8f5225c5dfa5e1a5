import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Lists the resources of MCP servers. */
export const listMcpResourcesTool = defineTool({
  name: 'ListMcpResourcesTool',
  aliases: ['ListMcpResources'],
  input: () => z.object({ server: z.string().optional() }),
  output: () =>
    z.array(
      z.object({
        uri: z.string(),
        name: z.string(),
        mimeType: z.string().optional(),
        description: z.string().optional(),
        server: z.string(),
      }),
    ),
});
export type ListMcpResourcesInput = Infer<(typeof listMcpResourcesTool)['input']>;
export type ListMcpResourcesOutput = Infer<(typeof listMcpResourcesTool)['output']>;
