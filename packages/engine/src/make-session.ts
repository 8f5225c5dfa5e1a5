import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPermissionMode, type Peer, type Transport } from '@inboard/wire';
import { AgentRegistry, listAgents } from './agent/agent-registry.js';
import { hostAgent } from './agent/agent-type.js';
import { builtinCommands } from './command/builtin-commands.js';
import { CommandRegistry } from './command/command-registry.js';
import { defaultStyle } from './context/output-style.js';
import { Reminders } from './context/reminders.js';
import { describeEnvironment, promptChoice, systemPrompt } from './context/system-prompt.js';
import { extendSession } from './extend-session.js';
import { HookDispatcher } from './hook/dispatch.js';
import { HookRegistry } from './hook/registry.js';
import { createShortener } from './hook/shorten.js';
import { PromptQueue } from './input/prompt-queue.js';
import type { EngineOptions, Session } from './loop/session.js';
import { registerSettingsHooks } from './loop/settings-hooks.js';
import { createAgentRunner } from './loop/run-agent.js';
import { defaultTries, StructuredOutput } from './loop/structured/structured-output.js';
import { wakeOnTask } from './loop/wake-on-task.js';
import { createStartHooks } from './loop/start-hooks.js';
import { McpServers, type ServerConfigs } from './mcp/mcp-servers.js';
import { permittedServers } from './mcp/server-policy.js';
import { defaultCatalog, resolveModel } from './model/catalog.js';
import { chooseModel, offlineModelId, offlineNotice } from './model/create.js';
import { hookMessages } from './output/hook-messages.js';
import { Output } from './output/output.js';
import { taskMessages } from './output/task-messages.js';
import { hiddenHostNotice } from './permission/hidden-host.js';
import { PermissionState } from './permission/state.js';
import { envNumber } from './port/environment.js';
import { realPort } from './port/port.js';
import { TaskRegistry } from './process/task-registry.js';
import { writeCheckpoint } from './session/checkpoint.js';
import { Conversation } from './session/conversation.js';
import { FileSnapshots } from './session/file-snapshots.js';
import { Ledger } from './session/ledger.js';
import { openSession, type OpenedSession } from './session/open.js';
import { keyOf } from './session/project-link.js';
import { Mirror } from './session/store/mirror.js';
import { sandboxFor } from './process/sandbox/sandbox-for.js';
import { configDir, sessionDir } from './session/paths.js';
import { createRemember, readRemembered, type Remembered } from './loop/remembered.js';
import { createResultFiles } from './session/result-files.js';
import { applySettings } from './setting/apply.js';
import { homeOf, resolveSettings, type ResolvedSettings } from './setting/resolve.js';
import { sessionRules } from './setting/session-rules.js';
import { helperKey } from './setting/key-helper.js';
import { watchSettings } from './setting/watch.js';
import { persistUpdate } from './setting/write.js';
import { describeSkills } from './skill/describe-skills.js';
import { isHidden, selectTools, ToolRegistry } from './tool/registry.js';
import { createToolState } from './tool/state.js';
import { version } from './version.js';

/** Puts the parts of a session together: new, or gone on with from the disk. */
export async function makeSession(given: EngineOptions, transport: Transport, peer: Peer<'engine'>): Promise<Session> {
  const resolved = await resolveSettings({ ...given, ...(given.settings && { flagSettings: given.settings }) });
  const options = applySettings(given, resolved);
  const port = options.port ?? realPort;
  const known: { session?: Session; mirror?: Mirror } = {};
  const warn = (text: string) => void known.session?.output.notice(text, 'warning');
  const opened = await openSession({
    ...options,
    newId: port.newId,
    onNotice: warn,
    wrapLog: (log, sessionId) => {
      if (!options.sessionStore) return log;
      known.mirror = new Mirror({ store: options.sessionStore, key: { projectKey: keyOf(options.cwd), sessionId }, onProblem: warn });
      return known.mirror.wrap(log);
    },
  });
  try {
    const sandboxed = await sandboxFor({ ...options, configDir: configDir(options.env) });
    return (known.session = await assemble({ given, options, resolved, opened, mirror: known.mirror, sandboxed, port, transport, peer }));
  } catch (error) {
    await opened.log.close();
    throw error;
  }
}

interface Parts {
  /** Options as the caller gave them, without settings. */
  given: EngineOptions;
  options: EngineOptions;
  resolved: ResolvedSettings;
  opened: OpenedSession;
  mirror: Mirror | undefined;
  sandboxed: Awaited<ReturnType<typeof sandboxFor>>;
  port: Session['port'];
  transport: Transport;
  peer: Peer<'engine'>;
}

async function assemble({ given, options, resolved, opened, mirror, sandboxed, port, transport, peer }: Parts): Promise<Session> {
  const { id, log, restored } = opened;
  const { sandbox, notices } = sandboxed;
  const catalog = structuredClone(options.catalog ?? defaultCatalog); // a session learns about models it does not know
  const remembered = readRemembered(restored, options.cwd);
  const model = given.model ?? (remembered.model === offlineModelId ? undefined : remembered.model) ?? options.model;
  const key = await helperKey(resolved, options);
  const chosen = chooseModel({ model, env: key === undefined ? options.env : { ...options.env, ANTHROPIC_API_KEY: key }, port });
  const environment =
    typeof restored?.state.environment === 'string' ? restored.state.environment : describeEnvironment(options.cwd, port.now());
  const output = new Output({ sessionId: id, newId: port.newId, send: (message) => transport.send(message) });
  const prompts = new PromptQueue();
  const agents = new AgentRegistry();
  const commands = new CommandRegistry(builtinCommands);
  agents.set(
    'option',
    Object.entries(options.agents ?? {}).map(([name, definition]) => hostAgent(name, definition)),
  );
  const conversation = makeConversation(options, opened, port);
  const { rules, problems: ruleProblems } = sessionRules(options, resolved);
  const permissionMode = given.permissionMode ?? remembered.permissionMode ?? options.permissionMode;
  const permissions = makePermissions(
    { ...options, ...(permissionMode && { permissionMode }) },
    { ...remembered, rules: [...rules, ...remembered.rules] },
    output,
    sandbox,
  );
  const folder = options.persistSession === false ? join(tmpdir(), `inboard-${id}`) : sessionDir(options.env, id);
  const results = createResultFiles(folder);
  const hookRegistry = new HookRegistry();
  const hooks = new HookDispatcher({
    registry: hookRegistry,
    listener: hookMessages(output, { all: options.includeHookEvents ?? false }),
    port,
    base: () => ({ session_id: id, transcript_path: log.path, cwd: options.cwd, permission_mode: permissions.mode }),
    shorten: createShortener(() => results, port.newId),
  });
  const tools = new ToolRegistry([], (tool) =>
    tool.name === 'Task' ? `${tool.description}\nAgents:\n${listAgents(agents)}` : tool.description,
  );
  const { memoryPart, servers, style, ...extended } = await extendSession({ options, resolved, conversation, restored, agents, commands });
  const mcp = new McpServers({
    cwd: options.cwd,
    env: options.env,
    peer,
    roots: () => permissions.directories,
    notice: (text) => session.notices.push(text),
    permitted: (configs) => permittedServers(configs, session.settingsLayers, (problem) => void session.notices.push(problem)),
    onChange: (offered) => {
      tools.set(
        'mcp',
        offered.tools.filter((tool) => !isHidden(tool.name, options)),
      );
      commands.set('mcp', offered.commands);
    },
    ...(options.debugLog && { debugLog: options.debugLog }),
  });
  const session: Session = {
    id,
    options,
    port,
    catalog,
    transport,
    peer,
    output,
    conversation,
    permissions,
    hooks,
    commands,
    ...extended,
    outputStyle: style?.name ?? defaultStyle,
    reminders: new Reminders(),
    agents,
    createAgents: createAgentRunner,
    runningAgents: new Set(),
    hookRegistry,
    log,
    mirror,
    hasHost: options.permissionPromptToolName === 'stdio',
    prompts,
    ledger: restoredLedger(opened, catalog),
    model: key === undefined ? chosen.model : { ...chosen.model, keySource: 'apiKeyHelper' },
    tools,
    mcp,
    toolState: createToolState({
      cwd: options.cwd,
      ...(restored && { restored: restored.state }),
      remember: (state) => conversation.recordState(state),
    }),
    sandbox,
    tasks: new TaskRegistry(taskMessages(output), wakeOnTask(prompts, port)),
    results,
    snapshots: options.enableFileCheckpointing ? makeSnapshots(folder, opened, output) : undefined,
    remember: createRemember(
      () => whatLasts(session),
      (state) => conversation.recordState(state),
    ),
    checkpoint: () => writeTo(folder, session, opened),
    settings: {
      model: chosen.offline ? offlineModelId : resolveModel(model, options.env, catalog),
      thinkingTokens: options.maxThinkingTokens,
      system: systemPrompt(promptChoice(options.systemPrompt), environment, style),
    },
    recovered: opened.recovered,
    settingsLayers: resolved.layers,
    opening: [memoryPart, { source: 'skills', text: () => describeSkills(session) }],
    notices: extended.notices,
    signal: transport.signal,
    startHooks: createStartHooks(hooks, {
      source: restored ? (options.forkSession ? 'fork' : 'resume') : 'startup',
      model: () => session.settings.model,
      ...(options.setup && { setup: options.setup }),
    }),
    changedSettings: watchSettings(options),
    setPermissionMode: (mode) => {
      // Plan mode ends in the mode that was left for it, and only there.
      if (mode !== 'plan') session.toolState.modeBeforePlan = undefined;
      else if (permissions.mode !== 'plan') session.toolState.modeBeforePlan = permissions.mode;
      permissions.setMode(mode);
    },
    setPrompt: (choice) => {
      session.settings.system = systemPrompt(choice, environment, style);
    },
    mainAgent: options.agent === undefined ? undefined : { name: options.agent, isApplied: false },
    structured: undefined,
    setOutputSchema: (schema) => {
      session.structured = new StructuredOutput(schema, envNumber(options.env, 'MAX_STRUCTURED_OUTPUT_RETRIES', defaultTries));
      tools.set('structured', [session.structured.tool]);
    },
    contextTokens: undefined,
    stopTurn: undefined,
  };
  tools.set(
    'builtin',
    selectTools(options).filter(({ name }) => name !== 'Skill' || commands.forModel().length > 0),
  );
  if (options.outputFormat) session.setOutputSchema(options.outputFormat.schema);
  const hidden = session.hasHost ? hiddenHostNotice(permissions.mode, permissions.rules) : undefined;
  session.notices.push(
    ...(chosen.offline ? [offlineNotice] : []),
    ...notices,
    ...resolved.problems,
    ...ruleProblems,
    ...(hidden === undefined ? [] : [hidden]),
    ...(options.permissionMode === 'delegate' ? ['The permission mode "delegate" is no longer known; it acts as "default".'] : []),
  );
  registerSettingsHooks(session);
  mcp.set('options', processServers(options.mcpServers ?? {}));
  for (const origin of ['local', 'project', 'user', 'plugin'] as const) mcp.set(origin, servers[origin]);
  if (restored?.state.environment === undefined) conversation.recordState({ environment });
  if (restored) conversation.recordOrphans(restored.orphans);
  return session;
}

function makeConversation(options: EngineOptions, opened: OpenedSession, port: Session['port']): Conversation {
  const { id, log, restored } = opened;
  return new Conversation({
    sessionId: id,
    cwd: options.cwd,
    version,
    log,
    port,
    start: opened.start,
    ...(restored && { messages: restored.messages, lastUuid: restored.lastUuid, state: restored.state }),
  });
}

function restoredLedger(opened: OpenedSession, catalog: Session['catalog']): Ledger {
  const ledger = new Ledger(catalog);
  for (const row of opened.restored?.ledger ?? []) ledger.restore(row);
  return ledger;
}

/** An index into the transcript, for the next resume. Without one it only takes longer. */
function writeTo(folder: string, { log, conversation, ledger, snapshots }: Session, { restored }: OpenedSession): void {
  if (log.path === '' || conversation.start === undefined) return;
  const { prompts, snapshots: kept } = snapshots?.history ?? restored ?? { prompts: [], snapshots: [] };
  writeCheckpoint(folder, log.path, {
    offset: log.size(),
    start: conversation.start,
    ledger: ledger.condensed(),
    state: conversation.state,
    prompts,
    snapshots: kept,
  });
}

/** What a resume brings back. */
function whatLasts({ settings, permissions, options }: Session): Record<string, unknown> {
  const { mode, rules, directories } = permissions;
  const granted = directories.slice(1).filter((directory) => !options.additionalDirectories?.includes(directory));
  return { model: settings.model, permissionMode: mode, rules: rules.filter(({ source }) => source === 'session'), directories: granted };
}

function makeSnapshots(folder: string, { log, id, restored }: OpenedSession, output: Output): FileSnapshots {
  return new FileSnapshots({
    folder: join(folder, 'file-snapshots'),
    record: (record) => log.append({ ...record, sessionId: id }),
    onPrune: (text) => void output.notice(text, 'warning'),
    ...(restored && { snapshots: restored.snapshots, prompts: restored.prompts }),
  });
}

function makePermissions(
  options: EngineOptions,
  granted: Pick<Remembered, 'rules' | 'directories'>,
  output: Output,
  sandbox: Session['sandbox'],
): PermissionState {
  return new PermissionState({
    mode: toPermissionMode(options.permissionMode ?? 'default') ?? 'default',
    cwd: options.cwd,
    directories: [...new Set([...(options.additionalDirectories ?? []), ...granted.directories])],
    home: homeOf(options.env),
    rules: granted.rules,
    ...(sandbox && options.sandbox?.autoAllowBashIfSandboxed !== false && { sandboxed: (command: string) => sandbox.confines(command) }),
    mayBypass: options.allowDangerouslySkipPermissions ?? false,
    persist: (update) => persistUpdate(update, options),
    onModeChange: (mode) => void output.status(null, mode),
  });
}

/** Servers the engine reaches by itself; those in the host are named by `initialize`. */
function processServers(servers: NonNullable<EngineOptions['mcpServers']>): ServerConfigs {
  const configs = servers as ServerConfigs; // an engine is never handed an instance
  return Object.fromEntries(Object.entries(configs).filter(([, config]) => config.type !== 'sdk'));
}
