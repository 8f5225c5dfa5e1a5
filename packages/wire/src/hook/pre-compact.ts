import { defineHook } from '../define.js';
import * as z from 'zod';

/** Before the conversation is summarised: may block it. */
export const preCompactHook = defineHook({
  event: 'PreCompact',
  matchOn: 'trigger',
  input: () => z.object({ trigger: z.enum(['manual', 'auto']), custom_instructions: z.string().nullable() }),
  output: () => z.object({}),
});
