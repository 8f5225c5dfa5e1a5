import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** One raw event of the model stream, in the order the API sent it (partial messages). */
export const streamEventMessage = defineMessage({
  type: 'stream_event',
  fields: () =>
    z.object({
      event: shared.streamEvent(),
      parent_tool_use_id: shared.parent(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type StreamEventMessage = MessageOf<typeof streamEventMessage>;
