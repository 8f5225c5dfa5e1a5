import { defineHook } from '../define.js';
import { exitReasons } from './exit-reason.js';
import * as z from 'zod';

/** A session ends. */
export const sessionEndHook = defineHook({
  event: 'SessionEnd',
  matchOn: 'reason',
  input: () => z.object({ reason: z.enum(exitReasons) }),
  output: () => z.object({}),
});
