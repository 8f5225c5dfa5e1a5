import { failed } from '../define.js';
import type { Stage } from './call.js';

/** Makes sure that what goes back to the model is something the API takes. */
export const shape: Stage = (call) => {
  const outcome = call.outcome ?? failed(`${call.name} ended without an outcome.`);
  const empty = typeof outcome.content === 'string' ? outcome.content.trim() === '' : outcome.content.length === 0;
  call.outcome = empty ? { ...outcome, content: outcome.isError ? 'Failed without a message.' : '(no output)' } : outcome;
};
