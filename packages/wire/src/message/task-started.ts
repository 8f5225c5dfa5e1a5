import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A background task or subagent was registered. */
export const taskStartedMessage = defineMessage({
  type: 'system',
  subtypes: ['task_started'],
  fields: () =>
    z.object({
      task_id: z.string(),
      tool_use_id: z.string().optional(),
      description: z.string(),
      task_type: z.string().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type TaskStartedMessage = MessageOf<typeof taskStartedMessage>;
