import { defineControl } from '../define.js';
import { permissionResult, permissionTrace } from '../permission/decision.js';
import { permissionUpdateList } from '../permission/update.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Asks the host whether a call may run. */
export const canUseToolRequest = defineControl({
  subtype: 'can_use_tool',
  from: ['engine'],
  params: () =>
    z.object({
      tool_name: z.string(),
      input: shared.record(),
      tool_use_id: z.string(),
      permission_suggestions: permissionUpdateList().optional(),
      blocked_path: z.string().optional(),
      decision_reason: z.string().optional(),
      agent_id: z.string().optional(),
      description: z.string().optional(),
      trace: permissionTrace().optional(),
    }),
  result: () => permissionResult(),
});
