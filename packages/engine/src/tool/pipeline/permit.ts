import type { PermissionTrace } from '@inboard/wire';
import { failed } from '../define.js';
import { endCall, type CallContext, type Stage, type ToolCall } from './call.js';
import { validate } from './validate.js';

/** The answer to "may this call run?". */
export type Permit =
  | { behavior: 'allow'; trace: PermissionTrace; /** Replaces the input. */ input?: Record<string, unknown> }
  | { behavior: 'deny'; trace: PermissionTrace; message: string; /** Ends the turn too. */ interrupt?: boolean };

type Denial = Extract<Permit, { behavior: 'deny' }>;

/** Who decides on calls: rules, mode, hooks and the person behind the host, together. */
export interface Permission {
  /** Must not reject: whatever goes wrong is a no. */
  ask(call: ToolCall): Promise<Permit>;
  /** Judges a changed input of a call that was allowed: only what is forbidden is refused. */
  recheck(call: ToolCall): Permit;
  /** Looks again at a call that is about to run, when somebody was waited for: a no when it would now do what nobody approved. */
  confirm(call: ToolCall): Denial | undefined;
  /** Told of every call that is not allowed. */
  denied(call: ToolCall, permit: Denial): Promise<void>;
}

/** Runs nothing that is not allowed. */
export const permit: Stage = async (call, context) => {
  let answer = await context.permission.ask(call);
  if (answer.behavior === 'allow' && answer.input) {
    call.input = answer.input;
    await validate(call, context);
    if (call.ended) return;
    answer = context.permission.recheck(call);
  }
  if (answer.behavior === 'deny') await refuse(call, context, answer);
};

/** Ends a call that is not allowed. */
export async function refuse(call: ToolCall, context: CallContext, denial: Denial): Promise<void> {
  await context.permission.denied(call, denial);
  if (denial.interrupt) context.stopTurn('interrupt');
  endCall(call, failed(denial.message));
}
