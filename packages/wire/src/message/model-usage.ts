import { lazy } from '../lazy.js';
import * as z from 'zod';

/** What one model was used for, summed over the session. */
export const modelUsage = lazy(() =>
  z.object({
    inputTokens: z.number(),
    outputTokens: z.number(),
    cacheReadInputTokens: z.number(),
    cacheCreationInputTokens: z.number(),
    webSearchRequests: z.number(),
    costUSD: z.number(),
    contextWindow: z.number(),
    maxOutputTokens: z.number(),
    /** `unknown` when the model has no price: its cost is counted as 0 and said so. */
    costBasis: z.enum(['list', 'unknown']).optional(),
  }),
);
export type ModelUsage = z.infer<ReturnType<typeof modelUsage>>;
