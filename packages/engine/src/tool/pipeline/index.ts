import type { CallContext, Stage, ToolCall } from './call.js';
import { execute } from './execute.js';
import { find } from './find.js';
import { shape } from './shape.js';
import { validate } from './validate.js';

export type { CallContext, Stage, ToolCall } from './call.js';

/** What happens to one tool call, in order. A stage that sets the outcome ends the call early. */
export const stages: readonly Stage[] = [find, validate, execute];

/** Takes one call through the stages. Never rejects; the call always has an outcome then. */
export async function runCall(call: ToolCall, context: CallContext): Promise<ToolCall> {
  for (const stage of stages) {
    if (call.outcome) break;
    await stage(call, context);
  }
  await shape(call, context);
  return call;
}
