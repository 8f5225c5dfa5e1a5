import { setMaxListeners } from 'node:events';
import { AgentError, errorText } from '@inboard/wire';
import type { Prompt } from '../input/prompt-queue.js';
import { describeSession } from '../output/describe-session.js';
import { turnsPerCheckpoint } from '../session/checkpoint.js';
import { becomeAgent } from './main-agent.js';
import { reportEnd } from './report.js';
import { dispatchCommand } from './run-command.js';
import { runTurn } from './run-turn.js';
import { sayNotices } from './say-notices.js';
import { addPrompt, blocksOf, submitPrompt } from './submit-prompt.js';
import { suggestPrompt } from './suggest-prompt.js';
import type { Session } from './session.js';
import type { Turn, TurnEnd } from './turn.js';

/** Works through the prompts of a session, one turn each, until there are no more or the session is closed. */
export async function runSession(session: Session): Promise<void> {
  let turns = 0;
  for (let prompt = await session.prompts.next(); prompt && !session.signal.aborted; prompt = await session.prompts.next()) {
    await takePrompt(session, prompt);
    turns += 1;
    if (turns % turnsPerCheckpoint === 0) attempt(session, () => session.checkpoint());
  }
  if (session.options.setup && !session.signal.aborted) await session.startHooks(session.signal);
}

async function takePrompt(session: Session, prompt: Prompt): Promise<void> {
  const problem = becomeAgent(session);
  const { turn, done } = beginTurn(session);
  let end: TurnEnd;
  try {
    if (!prompt.shouldQuery) {
      await addPrompt(turn, prompt);
      return done();
    }
    session.conversation.begin(); // who has seen the init message can resume
    await session.mcp.whenReady(0);
    await session.output.init(describeSession(session));
    if (session.options.replayUserMessages && !prompt.own) await session.output.user(prompt.message, prompt.uuid, { isReplay: true });
    await sayNotices(session);
    const stopped = await noteChangedSettings(turn);
    end =
      stopped !== undefined
        ? { kind: 'stopped', reason: stopped }
        : problem === undefined
          ? await work(turn, prompt)
          : { kind: 'failed', failure: { category: 'invalid_request', status: null, message: problem } };
  } catch (error) {
    // Nothing inside a turn throws on purpose except a transcript that cannot be written.
    session.options.debugLog?.(`error ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    end = { kind: 'failed', failure: { category: 'unknown', status: null, message: explain(error) }, error };
  }
  done();
  attempt(session, () => saveTurn(session));
  if (session.signal.aborted) return;
  await reportEnd(turn, end).catch((error: unknown) => session.options.debugLog?.(`error ${errorText(error)}`));
  if (end.kind === 'done') await suggestPrompt(turn, prompt, end.text);
}

/** Settings are read when a session starts; hooks may want to know that they are others by now. Returns why the turn should end, if they say so. */
async function noteChangedSettings({ session: { hooks, changedSettings }, signal }: Turn): Promise<string | undefined> {
  if (!hooks.has('ConfigChange')) return undefined;
  const changes = changedSettings();
  const outcomes = await Promise.all(changes.map(({ source, path }) => hooks.run('ConfigChange', { source, file_path: path }, { signal })));
  return outcomes.find(({ stop }) => stop !== undefined)?.stop;
}

/** What the turn has changed is kept. */
function saveTurn(session: Session): void {
  session.remember();
  session.log.syncSoon();
}

/** A transcript that cannot be written has been reported by then, or will be with the next turn. */
function attempt(session: Session, work: () => void): void {
  try {
    work();
  } catch (error) {
    session.options.debugLog?.(`error ${errorText(error)}`);
  }
}

/** A command is run, a prompt is put to the model. */
async function work(turn: Turn, given: Prompt): Promise<TurnEnd> {
  const dispatched = await dispatchCommand(turn, given);
  if ('end' in dispatched) return dispatched.end;
  return (await submitPrompt(turn, withInitialPrompt(turn, dispatched.prompt))) ?? runTurn(turn);
}

/** The first prompt, with what the agent that the conversation runs as wants to be said before it. */
function withInitialPrompt({ session: { mainAgent } }: Turn, prompt: Prompt): Prompt {
  const text = mainAgent?.initialPrompt;
  if (!mainAgent || text === undefined) return prompt;
  mainAgent.initialPrompt = undefined;
  return { ...prompt, message: { role: 'user', content: [{ type: 'text', text }, ...blocksOf(prompt.message)] } };
}

function beginTurn(session: Session): { turn: Turn; done: () => void } {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // every call of a reply listens to it
  const onClose = () => controller.abort(session.signal.reason);
  session.signal.addEventListener('abort', onClose, { once: true });
  if (session.signal.aborted) onClose();
  session.stopTurn = (reason) => controller.abort(reason);
  session.structured?.beginTurn();
  let takenOver: string | undefined;
  const turn: Turn = {
    session,
    signal: controller.signal,
    startedAt: session.port.monotonic(),
    ledgerStart: session.ledger.length,
    denials: [],
    requests: 0,
    stopBlocks: 0,
    whenOver: [],
    // The host may change the model at any time; a fallback holds for the whole turn.
    get model() {
      return takenOver ?? session.settings.model;
    },
    set model(model) {
      takenOver = model;
    },
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
