import { defineMessage, type MessageOf } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A call was denied without asking anybody. */
export const permissionDeniedMessage = defineMessage({
  type: 'system',
  subtypes: ['permission_denied'],
  fields: () =>
    z.object({
      tool_name: z.string(),
      tool_use_id: z.string(),
      message: z.string(),
      agent_id: z.string().optional(),
      decision_reason_type: z.string().optional(),
      decision_reason: z.string().optional(),
      uuid: shared.uuid(),
      session_id: z.string(),
    }),
});
export type PermissionDeniedMessage = MessageOf<typeof permissionDeniedMessage>;
