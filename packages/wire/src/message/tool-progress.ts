import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A tool is still running. */
export const toolProgressMessage = defineMessage({
  type: 'tool_progress',
  fields: () =>
    z.object({
      tool_use_id: z.string(),
      tool_name: z.string(),
      parent_tool_use_id: shared.parent(),
      elapsed_time_seconds: z.number(),
      task_id: z.string().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type ToolProgressMessage = MessageOf<typeof toolProgressMessage>;
