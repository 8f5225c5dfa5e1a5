import { defineHook } from '../define.js';
import * as z from 'zod';

/** A subagent is done: a block makes it go on. */
export const subagentStopHook = defineHook({
  event: 'SubagentStop',
  matchOn: 'agent_type',
  input: () =>
    z.object({
      stop_hook_active: z.boolean(),
      agent_id: z.string(),
      agent_transcript_path: z.string(),
      agent_type: z.string(),
      last_assistant_message: z.string().optional(),
    }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
