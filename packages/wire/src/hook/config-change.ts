import { defineHook } from '../define.js';
import * as z from 'zod';

/** A settings file changed while the session runs. */
export const configChangeHook = defineHook({
  event: 'ConfigChange',
  matchOn: 'source',
  input: () =>
    z.object({
      source: z.enum(['user_settings', 'project_settings', 'local_settings', 'policy_settings', 'skills']),
      file_path: z.string().optional(),
    }),
  output: () => z.object({}),
});
