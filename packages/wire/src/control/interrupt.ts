import { defineControl } from '../define.js';
import * as z from 'zod';

/** Stops the running turn and everything it started. */
export const interruptRequest = defineControl({
  subtype: 'interrupt',
  from: ['host'],
  params: () => z.object({}),
  result: () => z.object({ still_queued: z.array(z.string()).optional() }),
});
