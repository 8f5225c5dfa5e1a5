import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentError, check, errorText, Peer, userMessage, type Transport, type WireMessage } from '@inboard/wire';
import { describeEnvironment, promptChoice, systemPrompt } from './context/system-prompt.js';
import { createHandlers } from './control/handlers.js';
import { PromptQueue } from './input/prompt-queue.js';
import { taskMessages } from './output/task-messages.js';
import { keepAlive } from './output/keep-alive.js';
import { Output } from './output/output.js';
import { runSession } from './loop/run-session.js';
import type { EngineOptions, Session } from './loop/session.js';
import { defaultCatalog, resolveModel } from './model/catalog.js';
import { chooseModel, offlineModelId, offlineNotice } from './model/create.js';
import { realPort } from './port/port.js';
import { Conversation } from './session/conversation.js';
import { Ledger } from './session/ledger.js';
import { openSession } from './session/open.js';
import { sessionDir } from './session/paths.js';
import { createResultFiles } from './session/result-files.js';
import { TaskRegistry } from './process/task-registry.js';
import { refuseUnsupported } from './supported.js';
import { createToolState } from './tool/state.js';
import { ToolRegistry, selectTools } from './tool/registry.js';
import { version } from './version.js';

/** An agent waiting for a connection. */
export interface Engine {
  /** Serves one session over a connection; resolves when the session has ended and everything is saved. */
  attach(transport: Transport): Promise<void>;
}

/** Makes an engine. Options that make no sense are an error here, before anything runs. */
export function createEngine(options: EngineOptions): Engine {
  refuseUnsupported(options);
  return { attach: (transport) => serve(options, transport) };
}

/** One session from the first message to the last. */
async function serve(options: EngineOptions, transport: Transport): Promise<void> {
  const session = await open(options, transport).catch((error: unknown) => reportUnopened(options, transport, error));
  if (!session) return;
  const peer = new Peer<'engine'>({
    transport,
    handlers: createHandlers(session),
    onMessage: (message) => takeMessage(session, message),
    onProblem: (problem) => void session.output.notice(problem.message, 'warning'),
    newId: session.port.newId,
  });
  // The end of input ends the prompts and nothing else.
  const reading = peer.run().finally(() => session.prompts.end());
  const stopKeepAlive = keepAlive(transport, reading);
  try {
    await runSession(session);
    session.prompts.finish();
    // A host may still ask something about what it has not read yet; it closes when it has.
    await Promise.race([reading.then(() => peer.whenIdle()), aborted(session.signal)]);
  } finally {
    stopKeepAlive();
    await session.tasks.stopAll();
    session.log.close();
    await transport.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}

async function open(options: EngineOptions, transport: Transport): Promise<Session> {
  const port = options.port ?? realPort;
  const catalog = options.catalog ?? defaultCatalog;
  const opened = await openSession({ ...options, newId: port.newId });
  const { restored, log, id } = opened;
  const chosen = chooseModel({ model: options.model, env: options.env, port });
  const environment = typeof restored?.state.environment === 'string' ? restored.state.environment : describeEnvironment(options.cwd, port.now());
  const conversation = new Conversation({
    sessionId: id,
    cwd: options.cwd,
    version,
    log,
    port,
    ...(restored && { messages: restored.messages, lastUuid: restored.lastUuid }),
  });
  const output = new Output({ sessionId: id, newId: port.newId, send: (message) => transport.send(message) });
  const ledger = new Ledger(catalog);
  for (const row of restored?.ledger ?? []) ledger.restore(row);
  const session: Session = {
    id,
    options,
    port,
    catalog,
    transport,
    prompts: new PromptQueue(),
    conversation,
    ledger,
    log,
    output,
    model: chosen.model,
    tools: new ToolRegistry(selectTools(options)),
    toolState: createToolState({ cwd: options.cwd, ...(restored && { restored: restored.state }), remember: (state) => conversation.recordState(state) }),
    tasks: new TaskRegistry(taskMessages(output)),
    results: createResultFiles(options.persistSession === false ? join(tmpdir(), `inboard-${id}`) : sessionDir(options.env, id)),
    settings: {
      model: chosen.offline ? offlineModelId : resolveModel(options.model, options.env, catalog),
      permissionMode: options.permissionMode ?? 'default',
      thinkingTokens: options.maxThinkingTokens,
      system: systemPrompt(promptChoice(options.systemPrompt), environment),
    },
    recovered: opened.recovered,
    notices: chosen.offline ? [offlineNotice] : [],
    signal: transport.signal,
    setPrompt: (choice) => {
      session.settings.system = systemPrompt(choice, environment);
    },
    stopTurn: undefined,
  };
  if (!restored) conversation.recordState({ environment });
  return session;
}

/** A session that cannot be opened is one error result, before any prompt is taken. */
async function reportUnopened(options: EngineOptions, transport: Transport, error: unknown): Promise<undefined> {
  const port = options.port ?? realPort;
  const output = new Output({ sessionId: options.resume ?? port.newId(), newId: port.newId, send: (message) => transport.send(message) });
  await output.failure('error_during_execution', {
    duration_ms: 0,
    duration_api_ms: 0,
    is_error: true,
    num_turns: 0,
    stop_reason: null,
    total_cost_usd: 0,
    usage: new Ledger().usage(),
    modelUsage: {},
    permission_denials: [],
    errors: [errorText(error)],
  });
  await transport.close();
}

function takeMessage(session: Session, message: WireMessage): void {
  if (message.type !== 'user') return; // a newer host may send what we do not know
  try {
    session.prompts.push({ type: 'user', ...check(userMessage.fields, message, 'user message') }, session.port.newId);
  } catch (error) {
    void session.output.notice(AgentError.is(error) ? error.message : errorText(error), 'warning');
  }
}
