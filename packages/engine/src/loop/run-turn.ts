import type { ApiContentBlock } from '@inboard/wire';
import type { ModelFailure } from '../model/model.js';
import { reachedBudget, reachedLimit } from './limits.js';
import { callsIn, refuseTools, runTools } from './run-tools.js';
import { streamReply, type Reply } from './stream-reply.js';
import type { Turn, TurnEnd } from './turn.js';

type Complete = Extract<Reply, { kind: 'complete' }>;

const mostDamaged = 3;

/** Works on one prompt: ask the model, run the tools it calls, ask again, until it is done or something ends it. */
export async function runTurn(turn: Turn): Promise<TurnEnd> {
  for (let damaged = 0; ; ) {
    const limit = reachedLimit(turn);
    if (limit) return limit;
    turn.requests += 1;
    const reply = await streamReply(turn);
    if (reply.kind !== 'complete') return brokenOff(turn, reply);
    const end = await followUp(turn, reply);
    if (end) return end;
    damaged = reply.damage === undefined ? 0 : damaged + 1;
    if (damaged === mostDamaged) return { kind: 'failed', failure: alwaysDamaged(reply.damage!) };
  }
}

/** A call that was delivered gets its answer, also when the reply that holds it never ended. */
async function brokenOff(turn: Turn, reply: Exclude<Reply, Complete>): Promise<TurnEnd> {
  const calls = callsIn(reply.content);
  if (calls.length > 0) await refuseTools(turn, calls, 'Not run: the reply that holds this call broke off.');
  return reply.kind === 'aborted' ? { kind: 'interrupted' } : { kind: 'failed', failure: reply.failure };
}

function alwaysDamaged(damage: string): ModelFailure {
  const message = `Stopped: ${mostDamaged} replies in a row arrived with calls that cannot be run (${damage}). Ask for smaller steps, or use another model.`;
  return { category: 'server_error', status: null, message };
}

/** What a complete reply leads to: an end, or nothing when the model has to be asked again. */
async function followUp(turn: Turn, reply: Complete): Promise<TurnEnd | undefined> {
  const calls = callsIn(reply.content);
  if (calls.length === 0) return endOf(reply);
  const overspent = reachedBudget(turn);
  if (overspent) {
    await refuseTools(turn, calls, 'Not run: the budget of this session is used up.');
    return overspent;
  }
  await runTools(turn, calls, reply.damage);
  if (turn.signal.aborted) return { kind: 'interrupted' };
  takeQueuedPrompts(turn);
  return undefined;
}

function endOf(reply: Complete): TurnEnd | undefined {
  if (reply.stopReason === 'pause_turn' && reply.content.length > 0) return undefined;
  if (reply.stopReason === 'refusal') return { kind: 'failed', failure: refusal };
  return { kind: 'done', text: lastText(reply.content), stopReason: reply.stopReason };
}

const refusal: ModelFailure = {
  category: 'invalid_request',
  status: null,
  message: 'The model declined to answer (stop reason "refusal"). Change the request or use another model.',
};

/** Prompts that came in meanwhile reach the model with the results of its calls. */
function takeQueuedPrompts(turn: Turn): void {
  const { prompts, conversation } = turn.session;
  for (const prompt of prompts.takeWaiting()) conversation.addUser(prompt.message, prompt.uuid);
}

function lastText(content: readonly ApiContentBlock[]): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.at(-1) ?? '';
}
