import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** The limits of the account changed. */
export const rateLimitEventMessage = defineMessage({
  type: 'rate_limit_event',
  fields: () =>
    z.object({
      rate_limit_info: z.object({
        status: z.enum(['allowed', 'allowed_warning', 'rejected']),
        resetsAt: z.number().optional(),
        rateLimitType: z.string().optional(),
        utilization: z.number().optional(),
        overageStatus: z.enum(['allowed', 'allowed_warning', 'rejected']).optional(),
        overageResetsAt: z.number().optional(),
        overageDisabledReason: z.string().optional(),
        isUsingOverage: z.boolean().optional(),
      }),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type RateLimitEventMessage = MessageOf<typeof rateLimitEventMessage>;
