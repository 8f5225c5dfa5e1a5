import { existsSync, statSync } from 'node:fs';
import { AgentError, check, errorText, Peer, userMessage, type Transport, type WireMessage } from '@inboard/wire';
import { createHandlers } from './control/handlers.js';
import { runSession } from './loop/run-session.js';
import type { EngineOptions, Session } from './loop/session.js';
import { withDebugLog } from './output/debug-log.js';
import { openFailure } from './output/open-failure.js';
import { keepAlive } from './output/keep-alive.js';
import { makeSession } from './make/make-session.js';
import { envNumber } from './port/environment.js';
import { endSessionProcesses } from './process/session-processes.js';

/** An agent waiting for a connection. */
export interface Engine {
  /** Serves one session over a connection; resolves when the session has ended and everything is saved. */
  attach(transport: Transport): Promise<void>;
}

/** Makes an engine. Options that make no sense are an error here, before anything runs. */
export function createEngine(options: EngineOptions): Engine {
  requireFolder(options.cwd);
  const prepared = withoutPrompts(withDebugLog(options));
  return { attach: (transport) => serve(prepared, transport) };
}

/** Options in which there is nobody to ask, when the caller wants it so. */
function withoutPrompts(options: EngineOptions): EngineOptions {
  const { permissionPromptToolName: _, ...rest } = options;
  return options.noPermissionPrompts ? rest : options;
}

function requireFolder(cwd: string): void {
  if (existsSync(cwd) && statSync(cwd).isDirectory()) return;
  throw new AgentError('cwd_missing', `The working directory does not exist: ${cwd}. Create it or pass another "cwd".`, { data: { cwd } });
}

/** One session from the first message to the last. */
async function serve(options: EngineOptions, transport: Transport): Promise<void> {
  // The peer and the session know each other; the peer reads nothing before both are there.
  const known: { session?: Session } = {};
  const peer = new Peer<'engine'>({
    transport,
    handlers: createHandlers(() => known.session!),
    onMessage: (message) => takeMessage(known.session!, message),
    onProblem: (problem) => void known.session!.output.notice(problem.message, 'warning'),
    ...(options.port && { newId: options.port.newId }),
  });
  try {
    known.session = await makeSession(options, transport, peer);
  } catch (error) {
    await openFailure(options, transport, error);
    return transport.close();
  }
  await run(known.session, peer);
}

async function run(session: Session, peer: Peer<'engine'>): Promise<void> {
  // The end of input ends the prompts and nothing else.
  const reading = peer.run().finally(() => session.prompts.end());
  if (session.options.awaitInitialize) session.prompts.shut();
  const stopKeepAlive = keepAlive(session.transport, reading);
  try {
    await runSession(session);
    await sayEnd(session);
    session.prompts.finish();
    // A host may still ask something about what it has not read yet; it closes when it has.
    await Promise.race([reading.then(() => peer.whenIdle()), aborted(session.signal)]);
  } finally {
    stopKeepAlive();
    await session.hooks.close();
    await session.tasks.stopAll();
    await session.mcp.closeAll();
    await endSessionProcesses(session.id);
    session.sandbox?.close();
    await session.log.close();
    if (session.options.persistSession === false) session.snapshots?.discard();
    await session.transport.close();
  }
}

/** Runs the SessionEnd hooks. Commands run also when the host is gone, but nobody waits long for them then. */
async function sayEnd({ hooks, signal, options }: Session): Promise<void> {
  const ending = new AbortController();
  const hurry = () =>
    void setTimeout(
      () => ending.abort(new Error('the session has ended')),
      envNumber(options.env, 'CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS', 1500),
    ).unref();
  signal.addEventListener('abort', hurry, { once: true });
  if (signal.aborted) hurry();
  await hooks.run('SessionEnd', { reason: 'other' }, { signal: ending.signal });
  signal.removeEventListener('abort', hurry);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}

function takeMessage(session: Session, message: WireMessage): void {
  if (message.type !== 'user') return; // a newer host may send what we do not know
  try {
    session.prompts.push({ type: 'user', ...check(userMessage.fields, message, 'user message') }, session.port.newId);
  } catch (error) {
    void session.output.notice(AgentError.is(error) ? error.message : errorText(error), 'warning');
  }
}
