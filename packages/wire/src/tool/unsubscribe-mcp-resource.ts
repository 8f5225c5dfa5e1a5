import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Stops watching a resource of an MCP server. */
export const unsubscribeMcpResourceTool = defineTool({
  name: 'UnsubscribeMcpResource',
  input: () => z.object({ server: z.string().optional(), uri: z.string().optional(), subscriptionId: z.string().optional() }),
  output: () => z.object({ unsubscribed: z.boolean() }),
});
export type UnsubscribeMcpResourceInput = Infer<(typeof unsubscribeMcpResourceTool)['input']>;
export type UnsubscribeMcpResourceOutput = Infer<(typeof unsubscribeMcpResourceTool)['output']>;
