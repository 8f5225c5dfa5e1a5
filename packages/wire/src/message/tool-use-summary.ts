import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A sentence about a group of finished tool calls. */
export const toolUseSummaryMessage = defineMessage({
  type: 'tool_use_summary',
  fields: () =>
    z.object({
      summary: z.string(),
      preceding_tool_use_ids: z.array(z.string()).optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type ToolUseSummaryMessage = MessageOf<typeof toolUseSummaryMessage>;
