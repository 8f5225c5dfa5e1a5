import { defineControl } from '../define.js';
import * as z from 'zod';

/** Restores files to their state at a user message. */
export const rewindFilesRequest = defineControl({
  subtype: 'rewind_files',
  from: ['host'],
  params: () => z.object({ user_message_id: z.string(), dry_run: z.boolean().optional() }),
  result: () =>
    z.object({
      canRewind: z.boolean(),
      error: z.string().optional(),
      filesChanged: z.array(z.string()).optional(),
      insertions: z.number().optional(),
      deletions: z.number().optional(),
    }),
});
