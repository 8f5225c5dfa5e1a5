import { defineHook } from '../define.js';
import * as z from 'zod';

/** Before a prompt is taken: may add context or block it, never rewrite it. */
export const userPromptSubmitHook = defineHook({
  event: 'UserPromptSubmit',
  gate: true,
  input: () => z.object({ prompt: z.string() }),
  output: () => z.object({ additionalContext: z.string().optional() }),
});
