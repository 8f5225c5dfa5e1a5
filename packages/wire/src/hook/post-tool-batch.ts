import { defineHook } from '../define.js';
import * as z from 'zod';

/** After all calls of one reply have ended. */
export const postToolBatchHook = defineHook({
  event: 'PostToolBatch',
  input: () =>
    z.object({
      tool_calls: z.array(
        z.object({ tool_name: z.string(), tool_input: z.unknown(), tool_use_id: z.string(), tool_response: z.unknown().optional() }),
      ),
    }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
