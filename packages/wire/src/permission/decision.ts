import { lazy } from '../lazy.js';
import * as z from 'zod';
import { shared } from '../schema.js';
import { permissionBehavior } from './rule.js';
import { permissionUpdateList } from './update.js';

/** A host's answer to `can_use_tool`. A missing `updatedInput` keeps the input as it was; an update that makes no sense is left out, and the answer holds. */
export const permissionResult = lazy(() =>
  z.discriminatedUnion('behavior', [
    z.object({
      behavior: z.literal('allow'),
      updatedInput: shared.record().optional(),
      updatedPermissions: permissionUpdateList().optional(),
      toolUseID: z.string().optional(),
    }),
    z.object({
      behavior: z.literal('deny'),
      message: z.string(),
      interrupt: z.boolean().optional(),
      toolUseID: z.string().optional(),
    }),
  ]),
);
export type PermissionResult = z.infer<ReturnType<typeof permissionResult>>;

/** Why a call was allowed, asked or denied: which step answered, by which rule, from which source. */
export const permissionTrace = lazy(() =>
  z.object({
    behavior: permissionBehavior(),
    step: z.string(),
    rule: z.string().nullable(),
    source: z.string().nullable(),
    reason: z.string(),
  }),
);
export type PermissionTrace = z.infer<ReturnType<typeof permissionTrace>>;

/** A call that was not allowed, as listed in a result. */
export const permissionDenial = lazy(() =>
  z.object({ tool_name: z.string(), tool_use_id: z.string(), tool_input: shared.record(), trace: permissionTrace().optional() }),
);
export type PermissionDenial = z.infer<ReturnType<typeof permissionDenial>>;
