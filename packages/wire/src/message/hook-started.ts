import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A hook began to run. */
export const hookStartedMessage = defineMessage({
  type: 'system',
  subtypes: ['hook_started'],
  fields: () =>
    z.object({
      hook_id: z.string(),
      hook_name: z.string(),
      hook_event: z.string(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type HookStartedMessage = MessageOf<typeof hookStartedMessage>;
