import { AgentError, errorText } from '@inboard/wire';
import type { Prompt } from '../input/prompt-queue.js';
import { describeSession } from '../output/describe-session.js';
import { becomeAgent } from './main-agent.js';
import { reportEnd } from './report.js';
import { dispatchCommand } from './run-command.js';
import { runTurn } from './run-turn.js';
import { submitPrompt, withOpening } from './submit-prompt.js';
import type { Session } from './session.js';
import type { Turn, TurnEnd } from './turn.js';

/** Works through the prompts of a session, one turn each, until there are no more or the session is closed. */
export async function runSession(session: Session): Promise<void> {
  for (let prompt = await session.prompts.next(); prompt && !session.signal.aborted; prompt = await session.prompts.next()) {
    await takePrompt(session, prompt);
  }
}

async function takePrompt(session: Session, prompt: Prompt): Promise<void> {
  const problem = becomeAgent(session);
  const { turn, done } = beginTurn(session);
  let end: TurnEnd;
  try {
    if (!prompt.shouldQuery) {
      session.conversation.addUser(await withOpening(session, prompt.message), prompt.uuid);
      return done();
    }
    if (session.options.replayUserMessages && !prompt.own) await session.output.user(prompt.message, prompt.uuid, { isReplay: true });
    await session.mcp.whenReady(0);
    await session.output.init(describeSession(session));
    for (const notice of session.notices.splice(0)) await session.output.notice(notice);
    end = problem === undefined ? await work(turn, prompt) : { kind: 'failed', failure: { category: 'invalid_request', status: null, message: problem } };
  } catch (error) {
    // Nothing inside a turn throws on purpose except a transcript that cannot be written.
    session.options.debugLog?.(error instanceof Error ? (error.stack ?? error.message) : String(error));
    end = { kind: 'failed', failure: { category: 'unknown', status: null, message: explain(error) } };
  }
  done();
  if (!session.signal.aborted) await reportEnd(turn, end).catch((error: unknown) => session.options.debugLog?.(errorText(error)));
}

/** A command is run, a prompt is put to the model. */
async function work(turn: Turn, given: Prompt): Promise<TurnEnd> {
  const dispatched = await dispatchCommand(turn, given);
  if ('end' in dispatched) return dispatched.end;
  return (await submitPrompt(turn, dispatched.prompt)) ?? runTurn(turn);
}

function beginTurn(session: Session): { turn: Turn; done: () => void } {
  const controller = new AbortController();
  const onClose = () => controller.abort(session.signal.reason);
  session.signal.addEventListener('abort', onClose, { once: true });
  if (session.signal.aborted) onClose();
  session.stopTurn = (reason) => controller.abort(reason);
  session.structured?.beginTurn();
  const turn: Turn = {
    session,
    signal: controller.signal,
    startedAt: session.port.monotonic(),
    ledgerStart: session.ledger.length,
    denials: [],
    requests: 0,
    stopBlocks: 0,
    whenOver: [],
    model: session.settings.model,
  };
  const done = () => {
    for (const end of turn.whenOver.splice(0)) end();
    session.stopTurn = undefined;
    session.signal.removeEventListener('abort', onClose);
  };
  return { turn, done };
}

function explain(error: unknown): string {
  return AgentError.is(error) ? error.message : `The engine failed: ${errorText(error)}`;
}
