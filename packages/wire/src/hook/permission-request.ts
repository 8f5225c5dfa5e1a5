import { defineHook } from '../define.js';
import { permissionUpdateList } from '../permission/update.js';
import * as z from 'zod';
import { shared } from '../schema.js';

/** A person is about to be asked: may answer instead. */
export const permissionRequestHook = defineHook({
  event: 'PermissionRequest',
  matchOn: 'tool_name',
  gate: true,
  input: () => z.object({ tool_name: z.string(), tool_input: z.unknown(), permission_suggestions: permissionUpdateList().optional() }),
  output: () =>
    z.object({
      decision: z
        .discriminatedUnion('behavior', [
          z.object({
            behavior: z.literal('allow'),
            updatedInput: shared.record().optional(),
            updatedPermissions: permissionUpdateList().optional(),
          }),
          z.object({ behavior: z.literal('deny'), message: z.string().optional(), interrupt: z.boolean().optional() }),
        ])
        .optional(),
    }),
});
