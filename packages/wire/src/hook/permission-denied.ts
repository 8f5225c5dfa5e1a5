import { defineHook } from '../define.js';
import * as z from 'zod';

/** A call was denied without asking. */
export const permissionDeniedHook = defineHook({
  event: 'PermissionDenied',
  matchOn: 'tool_name',
  input: () => z.object({ tool_name: z.string(), tool_input: z.unknown(), tool_use_id: z.string(), reason: z.string() }),
  output: () => z.object({ retry: z.boolean().optional() }),
});
