import { defineControl } from '../define.js';
import * as z from 'zod';

/** Changes the model from the next request on; nothing or `default` goes back to the configured one. */
export const setModelRequest = defineControl({
  subtype: 'set_model',
  from: ['host'],
  params: () => z.object({ model: z.string().nullable().optional() }),
  result: () => z.object({ model: z.string().optional() }),
});
