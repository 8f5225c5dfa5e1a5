import { defineHook } from '../define.js';
import * as z from 'zod';

/** After a call succeeded: may add context or replace what the model sees. */
export const postToolUseHook = defineHook({
  event: 'PostToolUse',
  matchOn: 'tool_name',
  input: () =>
    z.object({
      tool_name: z.string(),
      tool_input: z.unknown(),
      tool_response: z.unknown(),
      tool_use_id: z.string(),
      duration_ms: z.number().optional(),
    }),
  output: () =>
    z.object({
      additionalContext: z.string().optional(),
      updatedMCPToolOutput: z.unknown().optional(),
      updatedToolOutput: z.unknown().optional(),
    }),
});
