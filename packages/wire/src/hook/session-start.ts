import { defineHook } from '../define.js';
import * as z from 'zod';

/** A session begins, is resumed, cleared or compacted. */
export const sessionStartHook = defineHook({
  event: 'SessionStart',
  matchOn: 'source',
  input: () =>
    z.object({
      source: z.enum(['startup', 'resume', 'clear', 'compact', 'fork']),
      agent_type: z.string().optional(),
      model: z.string().optional(),
    }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
