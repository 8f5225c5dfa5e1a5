import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Output of a hook that is still running. */
export const hookProgressMessage = defineMessage({
  type: 'system',
  subtypes: ['hook_progress'],
  fields: () =>
    z.object({
      hook_id: z.string(),
      hook_name: z.string(),
      hook_event: z.string(),

      stdout: z.string(),
      stderr: z.string(),
      output: z.string(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type HookProgressMessage = MessageOf<typeof hookProgressMessage>;
