import { errorText } from '@inboard/wire';
import { failed } from '../define.js';
import { endCall, type CallContext, type Stage, type ToolCall } from './call.js';
import { execute } from './execute.js';
import { find } from './find.js';
import { permit } from './permit.js';
import { postToolUse } from './post-tool-use.js';
import { preToolUse } from './pre-tool-use.js';
import { shape } from './shape.js';
import { validate } from './validate.js';

export type { CallContext, Stage, ToolCall } from './call.js';

/** What happens to one tool call, in order. A call that was ended early is only shaped. */
export const stages: readonly Stage[] = [find, validate, preToolUse, permit, execute, postToolUse, shape];

/** Takes one call through the stages. Never rejects; the call always has an outcome then. */
export function runCall(call: ToolCall, context: CallContext): Promise<ToolCall> {
  return runStages(stages, call, context);
}

/** Takes one call through some stages. Never rejects. */
export async function runStages(these: readonly Stage[], call: ToolCall, context: CallContext): Promise<ToolCall> {
  for (const stage of these) {
    if (call.ended && stage !== shape) continue;
    try {
      const working = stage(call, context);
      if (working) await working;
    } catch (error) {
      // A stage that breaks must not let a call through.
      endCall(call, failed(`${call.name} was not completed: ${errorText(error)}`));
    }
  }
  return call;
}
