import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Files were stored by a hosting service. */
export const filesPersistedMessage = defineMessage({
  type: 'system',
  subtypes: ['files_persisted'],
  fields: () =>
    z.object({
      files: z.array(z.object({ filename: z.string(), file_id: z.string() })),
      failed: z.array(z.object({ filename: z.string(), error: z.string() })),
      processed_at: z.string(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type FilesPersistedMessage = MessageOf<typeof filesPersistedMessage>;
