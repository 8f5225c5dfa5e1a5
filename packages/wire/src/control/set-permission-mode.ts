import { defineControl } from '../define.js';
import * as z from 'zod';

/** Changes the permission mode from the next decision on. */
export const setPermissionModeRequest = defineControl({
  subtype: 'set_permission_mode',
  from: ['host'],
  params: () => z.object({ mode: z.string() }),
  result: () => z.object({ mode: z.string().optional() }),
});
