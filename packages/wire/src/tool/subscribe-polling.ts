import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Calls a tool or reads a resource again and again. */
export const subscribePollingTool = defineTool({
  name: 'SubscribePolling',
  input: () =>
    z.object({
      type: z.enum(['tool', 'resource']),
      server: z.string(),
      toolName: z.string().optional(),
      arguments: shared.record().optional(),
      uri: z.string().optional(),
      intervalMs: z.number(),
      reason: z.string().optional(),
    }),
  output: () => z.object({ subscribed: z.boolean(), subscriptionId: z.string() }),
});
export type SubscribePollingInput = Infer<(typeof subscribePollingTool)['input']>;
export type SubscribePollingOutput = Infer<(typeof subscribePollingTool)['output']>;
