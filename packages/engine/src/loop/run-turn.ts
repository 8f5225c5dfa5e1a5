import type { ApiContentBlock } from '@inboard/wire';
import type { ModelFailure } from '../model/model.js';
import { compactAfterOverflow, compactIfFull } from './auto-compact.js';
import { envNumber } from '../port/environment.js';
import { reachedBudget, reachedLimit } from './limits.js';
import { callsIn, refuseTools, runTools } from './run-tools.js';
import { sayLateAnswers } from './late-answers.js';
import { sayNotices } from './say-notices.js';
import { namesCommand } from './run-command.js';
import { addPrompt } from './submit-prompt.js';
import { askToStop } from './stop-hooks.js';
import { streamReply, type Reply } from './stream-reply.js';
import { settleEnd, settleLimit, settleTries } from './structured/settle.js';
import type { Turn, TurnEnd } from './turn.js';

type Complete = Extract<Reply, { kind: 'complete' }>;

const mostDamaged = 3;

/** Works on one prompt: ask the model, run the tools it calls, ask again, until it is done or something ends it. */
export async function runTurn(turn: Turn): Promise<TurnEnd> {
  for (let damaged = 0; ;) {
    const limit = reachedLimit(turn);
    if (limit) return settleLimit(turn, limit);
    await turn.session.mcp.whenReady(turn.requests === 0 ? envNumber(turn.session.options.env, 'MCP_CONNECT_TIMEOUT_MS', 1000) : 0);
    await sayNotices(turn.session);
    await compactIfFull(turn);
    sayLateAnswers(turn);
    turn.requests += 1;
    const reply = await streamReply(turn);
    if (reply.kind === 'failed' && reply.failure.tooLong && (await compactAfterOverflow(turn))) continue;
    if (reply.kind !== 'complete') return brokenOff(turn, reply);
    const end = await followUp(turn, reply);
    const final = end?.kind === 'done' ? await askToStop(turn, end) : end;
    if (final) return final;
    damaged = reply.damage === undefined ? 0 : damaged + 1;
    if (damaged === mostDamaged) return { kind: 'failed', failure: alwaysDamaged(reply.damage!) };
  }
}

/** A call that was delivered gets its answer, also when the reply that holds it never ended. */
async function brokenOff(turn: Turn, reply: Exclude<Reply, Complete>): Promise<TurnEnd> {
  const calls = callsIn(reply.content);
  if (calls.length > 0) await refuseTools(turn, calls, 'Not run: the reply that holds this call broke off.');
  return reply.kind === 'aborted' ? { kind: 'interrupted', calling: calls.length > 0 } : { kind: 'failed', failure: reply.failure };
}

function alwaysDamaged(damage: string): ModelFailure {
  const message = `Stopped: ${mostDamaged} replies in a row arrived with calls that cannot be run (${damage}). Ask for smaller steps, or use another model.`;
  return { category: 'server_error', status: null, message };
}

/** What a complete reply leads to: an end, or nothing when the model has to be asked again. */
async function followUp(turn: Turn, reply: Complete): Promise<TurnEnd | undefined> {
  const calls = callsIn(reply.content);
  if (calls.length === 0) return endOf(turn, reply);
  const overspent = reachedBudget(turn);
  if (overspent) {
    await refuseTools(turn, calls, 'Not run: the budget of this session is used up.');
    return overspent;
  }
  await runTools(turn, calls, reply.damage);
  if (turn.signal.aborted || turn.stop?.interrupt) return { kind: 'interrupted', calling: true };
  if (turn.stop) return { kind: 'stopped', reason: turn.stop.reason };
  const over = settleTries(turn);
  if (over) return over;
  return takeQueuedPrompts(turn);
}

async function endOf(turn: Turn, reply: Complete): Promise<TurnEnd | undefined> {
  if (reply.stopReason === 'pause_turn' && reply.content.length > 0) return undefined;
  if (reply.stopReason === 'refusal') return { kind: 'failed', failure: refusal };
  return settleEnd(turn, { kind: 'done', text: lastText(reply.content), stopReason: reply.stopReason });
}

const refusal: ModelFailure = {
  category: 'invalid_request',
  status: null,
  message: 'The model declined to answer (stop reason "refusal"). Change the request or use another model.',
};

/** Prompts that came in meanwhile reach the model with the results of its calls, if hooks let them; commands wait for their turn. */
async function takeQueuedPrompts(turn: Turn): Promise<TurnEnd | undefined> {
  const { output, options, prompts } = turn.session;
  for (const prompt of prompts.takeWaiting((waiting) => namesCommand(turn.session, waiting))) {
    if (options.replayUserMessages && !prompt.own) await output.user(prompt.message, prompt.uuid, { isReplay: true });
    const stopped = await addPrompt(turn, prompt);
    if (stopped !== undefined) return { kind: 'stopped', reason: stopped };
  }
  return undefined;
}

function lastText(content: readonly ApiContentBlock[]): string {
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return texts.at(-1) ?? '';
}
