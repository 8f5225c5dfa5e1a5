import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Something the person behind the host should know; the run goes on. */
export const informationalMessage = defineMessage({
  type: 'system',
  subtypes: ['informational'],
  fields: () =>
    z.object({
      content: z.string(),
      level: z.enum(['info', 'notice', 'suggestion', 'warning']),
      tool_use_id: z.string().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type InformationalMessage = MessageOf<typeof informationalMessage>;
