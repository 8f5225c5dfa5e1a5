import type { ApiContentBlock } from '@inboard/wire';
import { resolveModel } from '../model/catalog.js';
import type { ModelFailure } from '../model/model.js';
import { compactAfterOverflow, compactIfFull } from './auto-compact.js';
import { envNumber } from '../port/environment.js';
import { reachedBudget, reachedLimit } from './limits.js';
import { callsIn, refuseTools, runTools } from './run-tools.js';
import { askToStop } from './stop-hooks.js';
import { streamReply, type Reply } from './stream-reply.js';
import { settleEnd, settleLimit, settleTries } from './structured/settle.js';
import type { Turn, TurnEnd } from './turn.js';

/** Works on one prompt: ask the model, run the tools it calls, ask again, until it is done or something ends it. */
export async function runTurn(turn: Turn): Promise<TurnEnd> {
  for (;;) {
    const limit = reachedLimit(turn);
    if (limit) return settleLimit(turn, limit);
    await turn.session.mcp.whenReady(turn.requests === 0 ? envNumber(turn.session.options.env, 'MCP_CONNECT_TIMEOUT_MS', 1000) : 0);
    await compactIfFull(turn);
    turn.requests += 1;
    const reply = await streamReply(turn);
    if (reply.kind === 'aborted') return { kind: 'interrupted' };
    if (reply.kind === 'failed') {
      if (reply.failure.tooLong && (await compactAfterOverflow(turn))) continue;
      if (await fellBack(turn, reply.failure)) continue;
      return { kind: 'failed', failure: reply.failure };
    }
    const end = await followUp(turn, reply);
    const final = end?.kind === 'done' ? await askToStop(turn, end) : end;
    if (final) return final;
  }
}

/** What a complete reply leads to: an end, or nothing when the model has to be asked again. */
async function followUp(turn: Turn, reply: Extract<Reply, { kind: 'complete' }>): Promise<TurnEnd | undefined> {
  const calls = callsIn(reply.content);
  if (calls.length === 0) return endOf(turn, reply);
  const overspent = reachedBudget(turn);
  if (overspent) {
    await refuseTools(turn, calls, 'Not run: the budget of this session is used up.');
    return overspent;
  }
  await runTools(turn, calls, reply.damage);
  if (turn.signal.aborted || turn.stop?.interrupt) return { kind: 'interrupted' };
  if (turn.stop) return { kind: 'stopped', reason: turn.stop.reason };
  const over = settleTries(turn);
  if (over) return over;
  takeQueuedPrompts(turn);
  return undefined;
}

async function endOf(turn: Turn, reply: Extract<Reply, { kind: 'complete' }>): Promise<TurnEnd | undefined> {
  if (reply.stopReason === 'pause_turn') return undefined;
  if (reply.stopReason === 'refusal') return { kind: 'failed', failure: refusal };
  return settleEnd(turn, { kind: 'done', text: lastText(reply.content), stopReason: reply.stopReason });
}

const refusal: ModelFailure = {
  category: 'invalid_request',
  status: null,
  message: 'The model declined to answer (stop reason "refusal"). Change the request or use another model.',
};

/** Prompts that came in meanwhile reach the model with the results of its calls. */
function takeQueuedPrompts(turn: Turn): void {
  const { prompts, conversation, snapshots } = turn.session;
  for (const prompt of prompts.takeWaiting()) {
    snapshots?.begin(prompt.uuid);
    conversation.addUser(prompt.message, prompt.uuid);
  }
}

/** Goes on with the fallback model for the rest of this turn when the model is overloaded. */
async function fellBack(turn: Turn, failure: ModelFailure): Promise<boolean> {
  const { options, output, catalog } = turn.session;
  if (failure.category !== 'overloaded') return false;
  const candidates = (options.fallbackModel ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [resolveModel(name.trim(), options.env, catalog)]));
  const next = candidates[candidates.indexOf(turn.model) + 1];
  if (next === undefined || next === turn.model) return false;
  await output.notice(`${turn.model} is overloaded; ${next} takes over for this turn.`, 'warning');
  turn.model = next;
  turn.requests -= 1; // the request that failed was none of the turn's
  return true;
}

function lastText(content: readonly ApiContentBlock[]): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.at(-1) ?? '';
}
