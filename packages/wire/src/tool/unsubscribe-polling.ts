import { defineTool, type Infer } from '../define.js';
import * as z from 'zod';

/** Stops calling a tool again and again. */
export const unsubscribePollingTool = defineTool({
  name: 'UnsubscribePolling',
  input: () => z.object({ subscriptionId: z.string().optional(), server: z.string().optional(), target: z.string().optional() }),
  output: () => z.object({ unsubscribed: z.boolean() }),
});
export type UnsubscribePollingInput = Infer<(typeof unsubscribePollingTool)['input']>;
export type UnsubscribePollingOutput = Infer<(typeof unsubscribePollingTool)['output']>;
