import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A prompt from the host, or what tools and the engine put into the conversation. */
export const userMessage = defineMessage({
  type: 'user',
  from: 'both',
  fields: () =>
    z.object({
      message: shared.messageParam(),
      parent_tool_use_id: shared.parent().optional(),
      session_id: z.string().optional(),
      uuid: shared.uuid().optional(),
      isSynthetic: z.boolean().optional(),
      isReplay: z.boolean().optional(),
      tool_use_result: z.unknown().optional(),
      /** `false` adds to the conversation without asking the model. */
      shouldQuery: z.boolean().optional(),
      priority: z.enum(['now', 'next', 'later']).optional(),
      agent_id: z.string().optional(),
    }),
});
export type UserMessage = MessageOf<typeof userMessage>;
