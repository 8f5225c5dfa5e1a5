import { defineHook } from '../define.js';
import * as z from 'zod';

/** A subagent begins. */
export const subagentStartHook = defineHook({
  event: 'SubagentStart',
  matchOn: 'agent_type',
  input: () => z.object({ agent_id: z.string(), agent_type: z.string() }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
