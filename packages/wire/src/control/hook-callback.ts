import { defineControl } from '../define.js';
import { hookOutput } from '../hook/output.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** Runs a hook function that lives in the host. */
export const hookCallbackRequest = defineControl({
  subtype: 'hook_callback',
  from: ['engine'],
  params: () => z.object({ callback_id: z.string(), input: shared.record(), tool_use_id: z.string().optional() }),
  result: () => hookOutput(),
});
