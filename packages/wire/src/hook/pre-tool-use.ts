import { defineHook } from '../define.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Before a call is judged: may allow, deny, ask or rewrite the input. */
export const preToolUseHook = defineHook({
  event: 'PreToolUse',
  matchOn: 'tool_name',
  gate: true,
  input: () => z.object({ tool_name: z.string(), tool_input: z.unknown(), tool_use_id: z.string() }),
  output: () =>
    z.object({
      permissionDecision: z.enum(['allow', 'deny', 'ask']).optional(),
      permissionDecisionReason: z.string().optional(),
      updatedInput: shared.record().optional(),
      additionalContext: z.string().optional(),
    }),
});
