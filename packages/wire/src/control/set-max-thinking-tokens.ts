import { defineControl } from '../define.js';
import * as z from 'zod';

/** Changes the thinking budget; `null` removes it, 0 turns thinking off. */
export const setMaxThinkingTokensRequest = defineControl({
  subtype: 'set_max_thinking_tokens',
  from: ['host'],
  params: () => z.object({ max_thinking_tokens: z.number().int().nonnegative().nullable().optional() }),
  result: () => z.object({}),
});
