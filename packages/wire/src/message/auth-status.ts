import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Progress of a login. */
export const authStatusMessage = defineMessage({
  type: 'auth_status',
  fields: () =>
    z.object({
      isAuthenticating: z.boolean(),
      output: z.array(z.string()),
      error: z.string().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type AuthStatusMessage = MessageOf<typeof authStatusMessage>;
