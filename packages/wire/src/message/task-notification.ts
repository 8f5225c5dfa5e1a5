import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A background task or subagent settled. */
export const taskNotificationMessage = defineMessage({
  type: 'system',
  subtypes: ['task_notification'],
  fields: () =>
    z.object({
      task_id: z.string(),
      tool_use_id: z.string().optional(),
      status: z.enum(['completed', 'failed', 'stopped']),
      output_file: z.string(),
      summary: z.string(),
      usage: z.object({ total_tokens: z.number(), tool_uses: z.number(), duration_ms: z.number() }).optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type TaskNotificationMessage = MessageOf<typeof taskNotificationMessage>;
