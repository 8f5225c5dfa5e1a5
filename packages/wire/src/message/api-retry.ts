import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** The model API failed in a way worth another try; the next one starts after the delay. */
export const apiRetryMessage = defineMessage({
  type: 'system',
  subtypes: ['api_retry'],
  fields: () =>
    z.object({
      attempt: z.number(),
      max_retries: z.number(),
      retry_delay_ms: z.number(),
      error_status: z.number().nullable(),
      error: z.string(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type ApiRetryMessage = MessageOf<typeof apiRetryMessage>;
