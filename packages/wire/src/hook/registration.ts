import { lazy } from '../lazy.js';
import * as z from 'zod';

/** Hook functions of the host for one event: ids to call back, what they match, seconds they may take. */
export const hookRegistration = lazy(() =>
  z.object({
    matcher: z.string().nullable().optional(),
    hookCallbackIds: z.array(z.string()),
    timeout: z.number().positive().optional(),
    onFailure: z.enum(['continue', 'block']).optional(),
  }),
);
export type HookRegistration = z.infer<ReturnType<typeof hookRegistration>>;
