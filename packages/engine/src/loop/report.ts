import type { ApiMessage, AssistantError, ResultError } from '@inboard/wire';
import { errorFields } from '../output/error-fields.js';
import type { ModelFailure } from '../model/model.js';
import type { Session } from './session.js';
import type { Turn, TurnEnd } from './turn.js';

const interruptText = '[Request interrupted by user]';
const interruptedCallText = '[Request interrupted by user for tool use]';

/** What stands in the conversation, and in the result, where a turn was interrupted. */
export const interruptTexts: readonly string[] = [interruptText, interruptedCallText];

/** Tells the host how a turn ended. Exactly one result. */
export async function reportEnd(turn: Turn, end: TurnEnd): Promise<void> {
  switch (end.kind) {
    case 'done':
      return turn.session.output.success({
        ...counters(turn),
        is_error: false,
        result: end.text,
        stop_reason: end.stopReason,
        ...(end.answer && { structured_output: end.answer.value }),
      });
    case 'stopped':
      await turn.session.output.notice(`Stopped by a hook: ${end.reason}`);
      return turn.session.output.success({ ...counters(turn), is_error: false, result: end.reason, stop_reason: 'hook_stopped' });
    case 'interrupted':
      await sayInterrupted(turn, end.calling ? interruptedCallText : interruptText);
      return fail(turn, 'error_during_execution', end.calling ? interruptedCallText : interruptText);
    case 'failed':
      await runStopFailure(turn, end.failure);
      await sayFailed(turn.session, end.failure.message, end.failure.category);
      return turn.session.output.failure('error_during_execution', {
        ...failed(turn),
        errors: [end.failure.message],
        ...errorFields(end.error),
      });
    case 'max_turns':
      turn.requests += 1; // the request that was not made counts, as hosts expect
      return fail(
        turn,
        'error_max_turns',
        `Stopped after ${end.limit} model requests (maxTurns). Raise the limit or send another prompt to go on.`,
      );
    case 'max_structured_output':
      return fail(
        turn,
        'error_max_structured_output_retries',
        `The model gave no answer that fits the schema in ${end.tries} tries (${end.problems.join('; ')}). Simplify the schema, or raise MAX_STRUCTURED_OUTPUT_RETRIES.`,
      );
    case 'max_budget':
      return fail(
        turn,
        'error_max_budget_usd',
        `Stopped: $${end.spent.toFixed(4)} spent of $${end.limit} (maxBudgetUsd). Raise the budget to go on.`,
      );
  }
}

/** Tells hooks that a turn, here or in a subagent, ended because of an error. */
export async function runStopFailure(turn: Turn, failure: ModelFailure): Promise<void> {
  const { hooks, agent, signal } = turn.session;
  await hooks.run('StopFailure', { error: failure.category, error_details: failure.message }, { signal, ...(agent && { agent }) });
}

async function sayInterrupted(turn: Turn, text: string): Promise<void> {
  const { conversation, output, port } = turn.session;
  const message = { role: 'user' as const, content: [{ type: 'text' as const, text }] };
  const uuid = port.newId();
  conversation.addUser(message, uuid);
  await output.user(message, uuid);
}

/** A failure also stands in the conversation the host sees, as a message that no model wrote. */
export async function sayFailed(session: Session, text: string, error: AssistantError): Promise<void> {
  const message = {
    id: session.port.newId(),
    type: 'message',
    role: 'assistant',
    model: '<synthetic>',
    content: [{ type: 'text', text, citations: null }],
    stop_reason: 'stop_sequence',
    stop_sequence: '',
    usage: { ...session.ledger.usage(session.ledger.length), service_tier: null },
    container: null,
    context_management: null,
  } as unknown as ApiMessage; // a stand-in for a reply that never came
  await session.output.assistant(message, session.port.newId(), { error });
}

function fail(turn: Turn, subtype: ResultError['subtype'], ...errors: string[]): Promise<void> {
  return turn.session.output.failure(subtype, { ...failed(turn), errors });
}

function failed(turn: Turn) {
  return { ...counters(turn), is_error: true, stop_reason: null };
}

function counters(turn: Turn) {
  const { ledger, port } = turn.session;
  return {
    duration_ms: Math.round(port.monotonic() - turn.startedAt),
    duration_api_ms: Math.round(ledger.durationMs(turn.ledgerStart)),
    num_turns: turn.requests,
    total_cost_usd: ledger.totalCostUsd(),
    usage: ledger.usage(turn.ledgerStart),
    modelUsage: ledger.modelUsage(),
    permission_denials: turn.denials,
  };
}
