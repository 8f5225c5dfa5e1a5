import { failed, without } from '../define.js';
import type { Stage } from './call.js';

/** Looks the tool up by its name or an older one. */
export const find: Stage = (call, context) => {
  if (call.damage !== undefined) {
    call.outcome = failed(`This call was not run: the reply that holds it arrived damaged (${call.damage}). Send the call again.`);
    return;
  }
  const tool = context.findTool(call.name);
  if (tool) {
    call.tool = tool;
    call.input = without(call.input, tool.notForModel ?? []);
  } else call.outcome = failed(`There is no tool named "${call.name}". The tools are: ${context.toolNames().join(', ') || 'none'}.`);
};
