import { defineHook } from '../define.js';
import * as z from 'zod';

/** A teammate has nothing to do. */
export const teammateIdleHook = defineHook({
  event: 'TeammateIdle',
  input: () => z.object({ teammate_name: z.string(), team_name: z.string() }),
  output: () => z.object({}),
});
