import { failed } from '../define.js';
import { endCall, type CallContext, type Stage, type ToolCall } from './call.js';
import { validate } from './validate.js';

/** Lets hooks look at a call before it is judged. A hook that fails leaves the call to be asked about. */
export const preToolUse: Stage = (call, context) => (context.hooks.has('PreToolUse') ? askHooks(call, context) : undefined);

async function askHooks(call: ToolCall, context: CallContext): Promise<void> {
  const outcome = await context.hooks.run(
    'PreToolUse',
    { tool_name: call.tool!.name, tool_input: call.input, tool_use_id: call.id },
    context.hookOptions(call),
  ); // `find` has set the tool
  call.contexts.push(...outcome.contexts);
  if (outcome.stop !== undefined) {
    context.stopTurn(outcome.stop);
    return endCall(call, failed(`Not run: ${outcome.stop}`));
  }
  if (outcome.permission) call.hookOpinion = outcome.permission;
  if (outcome.failure !== undefined && call.hookOpinion?.behavior !== 'deny')
    call.hookOpinion = { behavior: 'ask', reason: outcome.failure };
  if (!outcome.updatedInput) return;
  // A rewritten input is checked and judged like one from the model.
  call.input = outcome.updatedInput;
  await validate(call, context);
}
