import { defineHook } from '../define.js';
import * as z from 'zod';

/** After the conversation was summarised. */
export const postCompactHook = defineHook({
  event: 'PostCompact',
  matchOn: 'trigger',
  input: () => z.object({ trigger: z.enum(['manual', 'auto']), compact_summary: z.string() }),
  output: () => z.object({}),
});
