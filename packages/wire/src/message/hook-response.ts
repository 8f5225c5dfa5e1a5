import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** How a hook ended. */
export const hookResponseMessage = defineMessage({
  type: 'system',
  subtypes: ['hook_response'],
  fields: () =>
    z.object({
      hook_id: z.string(),
      hook_name: z.string(),
      hook_event: z.string(),

      output: z.string(),
      stdout: z.string(),
      stderr: z.string(),
      exit_code: z.number().optional(),
      outcome: z.enum(['success', 'error', 'cancelled']),
      /** The same in our finer words, with the time it took. */
      detail: z
        .object({
          outcome: z.enum(['ran', 'blocked', 'failed', 'timed_out', 'cancelled']),
          duration_ms: z.number(),
          reason: z.string().optional(),
        })
        .optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type HookResponseMessage = MessageOf<typeof hookResponseMessage>;
