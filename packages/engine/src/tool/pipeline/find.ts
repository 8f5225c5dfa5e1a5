import { failed, without } from '../define.js';
import { endCall, type Stage } from './call.js';

/** Looks the tool up by its name or an older one. */
export const find: Stage = async (call, context) => {
  if (call.damage !== undefined) {
    return endCall(call, failed(`This call was not run: the reply that holds it arrived damaged (${call.damage}). Send the call again.`));
  }
  if (!context.findTool(call.name)) await context.whenToolReady(call.name);
  const tool = context.findTool(call.name);
  if (!tool)
    return endCall(call, failed(`There is no tool named "${call.name}". The tools are: ${context.toolNames().join(', ') || 'none'}.`));
  call.tool = tool;
  call.input = without(call.input, tool.notForModel ?? []);
};
