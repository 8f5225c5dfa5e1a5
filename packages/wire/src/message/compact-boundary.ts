import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** The conversation before this line was replaced by a summary. */
export const compactBoundaryMessage = defineMessage({
  type: 'system',
  subtypes: ['compact_boundary'],
  fields: () =>
    z.object({
      compact_metadata: z.object({ trigger: z.enum(['manual', 'auto']), pre_tokens: z.number(), post_tokens: z.number().optional() }),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type CompactBoundaryMessage = MessageOf<typeof compactBoundaryMessage>;
