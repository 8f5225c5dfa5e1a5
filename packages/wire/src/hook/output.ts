import { lazy } from '../lazy.js';
import * as z from 'zod';

/** What a hook may answer. `hookSpecificOutput` is checked against its event's definition. */
export const syncHookOutput = lazy(() =>
  z.object({
    continue: z.boolean().optional(),
    suppressOutput: z.boolean().optional(),
    stopReason: z.string().optional(),
    decision: z.enum(['approve', 'block']).optional(),
    systemMessage: z.string().optional(),
    reason: z.string().optional(),
    hookSpecificOutput: z.looseObject({ hookEventName: z.string() }).optional(),
  }),
);
export type SyncHookJSONOutput = z.infer<ReturnType<typeof syncHookOutput>>;

/** The answer of a hook that goes on in the background. */
export const asyncHookOutput = lazy(() => z.object({ async: z.literal(true), asyncTimeout: z.number().optional() }));
export type AsyncHookJSONOutput = z.infer<ReturnType<typeof asyncHookOutput>>;

export const hookOutput = lazy(() => z.union([asyncHookOutput(), syncHookOutput()]));
export type HookJSONOutput = SyncHookJSONOutput | AsyncHookJSONOutput;
