import { defineControl } from '../define.js';
import * as z from 'zod';

/**
 * Says that no more prompts will come, while the connection stays open for callbacks. The engine
 * finishes its work and then closes. A host whose engine does not know it ends its output instead.
 */
export const endInputRequest = defineControl({
  subtype: 'end_input',
  from: ['host'],
  params: () => z.object({}),
  result: () => z.object({}),
});
