import { defineMessage, type MessageOf } from '../define.js';
import { permissionMode } from '../permission/mode.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** The engine changed state: compacting, done with it, or a new permission mode. */
export const statusMessage = defineMessage({
  type: 'system',
  subtypes: ['status'],
  fields: () =>
    z.object({
      status: z.enum(['compacting', 'requesting']).nullable(),
      permissionMode: permissionMode().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type StatusMessage = MessageOf<typeof statusMessage>;
