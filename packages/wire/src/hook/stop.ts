import { defineHook } from '../define.js';
import * as z from 'zod';

/** The model is done with a turn: a block makes it go on. */
export const stopHook = defineHook({
  event: 'Stop',
  input: () => z.object({ stop_hook_active: z.boolean(), last_assistant_message: z.string().optional() }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
