import { defineControl } from '../define.js';
import * as z from 'zod';

/**
 * Says that no more prompts will come, while the connection stays open for callbacks. Answered when
 * the last prompt was worked on; the host then ends its side when it has nothing left to ask. A host
 * whose engine does not know this request ends its side when the engine seems done.
 */
export const endInputRequest = defineControl({
  subtype: 'end_input',
  from: ['host'],
  params: () => z.object({}),
  result: () => z.object({}),
});
