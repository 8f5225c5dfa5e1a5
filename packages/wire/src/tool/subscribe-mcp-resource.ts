import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Watches a resource of an MCP server. */
export const subscribeMcpResourceTool = defineTool({
  name: 'SubscribeMcpResource',
  input: () => z.object({ server: z.string(), uri: z.string(), reason: z.string().optional() }),
  output: () => z.object({ subscribed: z.boolean(), subscriptionId: z.string() }),
});
export type SubscribeMcpResourceInput = Infer<(typeof subscribeMcpResourceTool)['input']>;
export type SubscribeMcpResourceOutput = Infer<(typeof subscribeMcpResourceTool)['output']>;
