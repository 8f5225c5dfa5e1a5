import { errorText } from '@inboard/wire';
import type { HookOutcome } from '../../hook/merge.js';
import type { ToolOutcome } from '../define.js';
import type { CallContext, Stage, ToolCall } from './call.js';

/** Tells hooks how a call went. They may add context or replace what the model sees; the result is never lost to them. */
export const postToolUse: Stage = (call, context) => {
  const outcome = call.outcome!; // `execute` has set it
  const event = outcome.isError ? 'PostToolUseFailure' : 'PostToolUse';
  return context.hooks.has(event) ? tellHooks(event, outcome, call, context) : undefined;
};

async function tellHooks(event: string, outcome: ToolOutcome, call: ToolCall, context: CallContext): Promise<void> {
  const said = await (outcome.isError ? afterFailure(call, outcome, context) : afterSuccess(call, outcome, context));
  call.contexts.push(...said.contexts, ...(said.block === undefined ? [] : [`A ${event} hook objects: ${said.block}`]));
  if (said.stop !== undefined) context.stopTurn(said.stop);
  if (said.updatedOutput !== undefined) call.outcome = { ...outcome, content: asContent(said.updatedOutput) };
}

function afterSuccess(call: ToolCall, outcome: ToolOutcome, context: CallContext): Promise<HookOutcome> {
  return context.hooks.run('PostToolUse', { ...about(call), tool_response: outcome.result ?? outcome.content }, context.hookOptions(call));
}

function afterFailure(call: ToolCall, outcome: ToolOutcome, context: CallContext): Promise<HookOutcome> {
  const error = typeof outcome.content === 'string' ? outcome.content : errorText(outcome.result);
  return context.hooks.run(
    'PostToolUseFailure',
    { ...about(call), error, ...(context.signal.aborted && { is_interrupt: true }) },
    context.hookOptions(call),
  );
}

function about(call: ToolCall) {
  return {
    tool_name: call.tool!.name, // a call that ran has a tool
    tool_input: call.input,
    tool_use_id: call.id,
    ...(call.durationMs !== undefined && { duration_ms: Math.round(call.durationMs) }),
  };
}

function asContent(output: unknown): ToolOutcome['content'] {
  if (typeof output === 'string') return output;
  const isBlocks = Array.isArray(output) && output.every((block) => typeof block === 'object' && block !== null && 'type' in block);
  return isBlocks ? (output as Exclude<ToolOutcome['content'], string>) : JSON.stringify(output); // blocks as an MCP tool would return them
}
