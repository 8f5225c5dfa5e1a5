import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** What a subagent has done so far. */
export const taskProgressMessage = defineMessage({
  type: 'system',
  subtypes: ['task_progress'],
  fields: () =>
    z.object({
      task_id: z.string(),
      description: z.string(),
      tool_use_id: z.string().optional(),
      usage: z.object({ total_tokens: z.number(), tool_uses: z.number(), duration_ms: z.number() }),
      last_tool_name: z.string().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type TaskProgressMessage = MessageOf<typeof taskProgressMessage>;
