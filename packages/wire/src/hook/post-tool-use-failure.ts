import { defineHook } from '../define.js';
import * as z from 'zod';

/** After a call failed. */
export const postToolUseFailureHook = defineHook({
  event: 'PostToolUseFailure',
  matchOn: 'tool_name',
  input: () =>
    z.object({
      tool_name: z.string(),
      tool_input: z.unknown(),
      tool_use_id: z.string(),
      error: z.string(),
      is_interrupt: z.boolean().optional(),
      duration_ms: z.number().optional(),
    }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
