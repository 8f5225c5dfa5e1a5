import { defineHook } from '../define.js';
import * as z from 'zod';

/** A turn ended because of an error. */
export const stopFailureHook = defineHook({
  event: 'StopFailure',
  input: () => z.object({ error: z.string(), error_details: z.string().optional(), last_assistant_message: z.string().optional() }),
  output: () => z.object({}),
});
