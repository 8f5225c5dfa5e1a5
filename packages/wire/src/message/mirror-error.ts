import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A session store did not take records, after the tries that made sense. They are in the local transcript. */
export const mirrorErrorMessage = defineMessage({
  type: 'system',
  subtypes: ['mirror_error'],
  fields: () =>
    z.object({
      error: z.string(),
      key: z.object({ projectKey: z.string(), sessionId: z.string(), subpath: z.string().optional() }),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type MirrorErrorMessage = MessageOf<typeof mirrorErrorMessage>;
