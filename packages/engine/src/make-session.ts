import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toPermissionMode, type Peer, type Transport } from '@inboard/wire';
import { AgentRegistry, listAgents } from './agent/agent-registry.js';
import { hostAgent } from './agent/agent-type.js';
import { builtinCommands } from './command/builtin-commands.js';
import { CommandRegistry } from './command/command-registry.js';
import { Memory } from './context/memory/memory.js';
import { defaultStyle } from './context/output-style.js';
import { Reminders } from './context/reminders.js';
import { describeEnvironment, promptChoice, systemPrompt } from './context/system-prompt.js';
import { scopeOf, type Scope } from './document/scope.js';
import { loadExtensions } from './extension.js';
import { HookDispatcher } from './hook/dispatch.js';
import { HookRegistry } from './hook/registry.js';
import { PromptQueue } from './input/prompt-queue.js';
import type { EngineOptions, Session } from './loop/session.js';
import { registerSettingsHooks } from './loop/settings-hooks.js';
import { defaultTries, StructuredOutput } from './loop/structured/structured-output.js';
import { wakeOnTask } from './loop/wake-on-task.js';
import { createStartHooks } from './loop/start-hooks.js';
import { McpServers, type ServerConfigs } from './mcp/mcp-servers.js';
import { projectServers } from './mcp/project-servers.js';
import { defaultCatalog, modelFacts, resolveModel } from './model/catalog.js';
import { chooseModel, offlineModelId, offlineNotice } from './model/create.js';
import { hookMessages } from './output/hook-messages.js';
import { Output } from './output/output.js';
import { taskMessages } from './output/task-messages.js';
import { PermissionState } from './permission/state.js';
import { envFlag, envNumber } from './port/environment.js';
import { realPort } from './port/port.js';
import { TaskRegistry } from './process/task-registry.js';
import { Conversation } from './session/conversation.js';
import { Ledger } from './session/ledger.js';
import { openSession, type OpenedSession } from './session/open.js';
import { sessionDir } from './session/paths.js';
import { createResultFiles } from './session/result-files.js';
import { applySettings } from './setting/apply.js';
import { resolveSettings, settingOf, type ResolvedSettings } from './setting/resolve.js';
import { sessionRules } from './setting/session-rules.js';
import { approvedServers } from './setting/trust.js';
import { helperKey } from './setting/key-helper.js';
import { persistUpdate } from './setting/write.js';
import { skillListing, type ListingLimits } from './skill/skill-listing.js';
import { isHidden, selectTools, ToolRegistry } from './tool/registry.js';
import { createToolState } from './tool/state.js';
import { version } from './version.js';

/** Puts the parts of a session together: new, or gone on with from the disk. */
export async function makeSession(given: EngineOptions, transport: Transport, peer: Peer<'engine'>): Promise<Session> {
  const resolved = await resolveSettings({ ...given, ...(given.settings && { flagSettings: given.settings }) });
  const options = applySettings(given, resolved);
  const port = options.port ?? realPort;
  const catalog = structuredClone(options.catalog ?? defaultCatalog); // a session learns about models it does not know
  const opened = await openSession({ ...options, newId: port.newId });
  const { id, log, restored } = opened;
  const key = await helperKey(resolved, options);
  const chosen = chooseModel({ model: options.model, env: key === undefined ? options.env : { ...options.env, ANTHROPIC_API_KEY: key }, port });
  const environment = typeof restored?.state.environment === 'string' ? restored.state.environment : describeEnvironment(options.cwd, port.now());
  const output = new Output({ sessionId: id, newId: port.newId, send: (message) => transport.send(message) });
  const prompts = new PromptQueue();
  const agents = new AgentRegistry();
  const commands = new CommandRegistry(builtinCommands);
  agents.set('option', Object.entries(options.agents ?? {}).map(([name, definition]) => hostAgent(name, definition)));
  const conversation = makeConversation(options, opened, port);
  const permissions = makePermissions(options, resolved, output);
  const hookRegistry = new HookRegistry();
  const hooks = new HookDispatcher({
    registry: hookRegistry,
    listener: hookMessages(output, { all: options.includeHookEvents ?? false }),
    port,
    base: () => ({ session_id: id, transcript_path: log.path, cwd: options.cwd, permission_mode: permissions.mode }),
  });
  const tools = new ToolRegistry([], (tool) => (tool.name === 'Task' ? `${tool.description}\nAgents:\n${listAgents(agents)}` : tool.description));
  const notices: string[] = [];
  const notApplied = [...resolved.notApplied];
  const tell = (problem: string) => void notices.push(problem);
  const scope = scopeOf(options);
  const memory = makeMemory(options, resolved, { scope, restored, conversation, tell });
  const firstOpening = restored ? undefined : memory.opening();
  const [extensions, servers] = await Promise.all([
    loadExtensions({ scope, env: options.env, plugins: options.plugins ?? [], agents, commands, tell, notApplied: (text) => void notApplied.push(text) }),
    options.strictMcpConfig ? {} : projectServers({ scope, env: options.env, layers: resolved.layers, asked: options.settingSources?.includes('project') ?? false, approved: approvedServers(scope.cwd, options.env), tell, notApplied: (text) => void notApplied.push(text) }),
    firstOpening,
  ]);
  const mcp = new McpServers({
    cwd: options.cwd,
    env: options.env,
    peer,
    onTools: (found) => tools.set('mcp', found.filter((tool) => !isHidden(tool.name, options))),
    onPrompts: (prompts) => commands.set('mcp', prompts),
    ...(options.debugLog && { debugLog: options.debugLog }),
  });
  const styleName = settingOf(resolved, 'outputStyle')?.value ?? defaultStyle;
  const style = extensions.styles.find(({ name }) => name === styleName);
  if (!style && styleName !== defaultStyle) tell(`There is no output style "${styleName}"; answers are given in the default one.`);
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
    ...extensions,
    outputStyle: style?.name ?? defaultStyle,
    reminders: new Reminders(),
    agents,
    runningAgents: new Set(),
    hookRegistry,
    log,
    hasHost: options.permissionPromptToolName === 'stdio',
    prompts,
    ledger: restoredLedger(opened, catalog),
    model: key === undefined ? chosen.model : { ...chosen.model, keySource: 'apiKeyHelper' },
    tools,
    mcp,
    toolState: createToolState({ cwd: options.cwd, ...(restored && { restored: restored.state }), remember: (state) => conversation.recordState(state) }),
    tasks: new TaskRegistry(taskMessages(output), wakeOnTask(prompts, port)),
    results: createResultFiles(options.persistSession === false ? join(tmpdir(), `inboard-${id}`) : sessionDir(options.env, id)),
    settings: {
      model: chosen.offline ? offlineModelId : resolveModel(options.model, options.env, catalog),
      thinkingTokens: options.maxThinkingTokens,
      system: systemPrompt(promptChoice(options.systemPrompt), environment, style),
    },
    recovered: opened.recovered,
    settingsLayers: resolved.layers,
    notApplied,
    memory,
    opening: [
      { source: 'memory', text: onceThen(firstOpening, () => memory.opening()) },
      { source: 'skills', text: () => (tools.find('Skill') ? skillListing(commands.forModel(), listingLimits(session)) : undefined) },
    ],
    notices: [...notices.toSorted(), ...(chosen.offline ? [offlineNotice] : []), ...resolved.problems, ...(options.permissionMode === 'delegate' ? ['The permission mode "delegate" is no longer known; it acts as "default".'] : [])],
    signal: transport.signal,
    startHooks: createStartHooks(hooks, { source: restored ? (options.forkSession ? 'fork' : 'resume') : 'startup' }),
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
  tools.set('builtin', selectTools(options).filter(({ name }) => name !== 'Skill' || commands.forModel().length > 0));
  if (options.outputFormat) session.setOutputSchema(options.outputFormat.schema);
  registerSettingsHooks(session);
  mcp.set('options', processServers(options.mcpServers ?? {}));
  mcp.set('project', servers);
  if (!options.strictMcpConfig) mcp.set('plugin', Object.assign({}, ...extensions.plugins.map((plugin) => plugin.servers)));
  if (!restored) conversation.recordState({ environment });
  return session;
}

function makeConversation(options: EngineOptions, opened: OpenedSession, port: Session['port']): Conversation {
  const { id, log, restored } = opened;
  return new Conversation({ sessionId: id, cwd: options.cwd, version, log, port, ...(restored && { messages: restored.messages, lastUuid: restored.lastUuid }) });
}

/** A value that is there already for the first call, and made anew for each later one. */
function onceThen<T>(first: Promise<T> | undefined, then: () => Promise<T>): () => Promise<T> {
  let ready = first;
  return () => {
    const value = ready ?? then();
    ready = undefined;
    return value;
  };
}

/** The list of skills gets a hundredth of the context window, at four characters a token. */
function listingLimits({ settings, catalog, options }: Session): ListingLimits {
  const share = Math.floor((modelFacts(settings.model, catalog).context * 4) / 100);
  return { budget: envNumber(options.env, 'SLASH_COMMAND_TOOL_CHAR_BUDGET', share), description: 1536 };
}

function makeMemory(options: EngineOptions, resolved: ResolvedSettings, more: { scope: Scope; restored: OpenedSession['restored']; conversation: Conversation; tell: (problem: string) => void }): Memory {
  const seen = more.restored?.state.memoryFolders;
  return new Memory({
    scope: more.scope,
    excludes: resolved.layers.flatMap(({ settings }) => settings.claudeMdExcludes ?? []),
    disabled: envFlag(options.env, 'CLAUDE_CODE_DISABLE_CLAUDE_MDS'),
    seenFolders: Array.isArray(seen) ? seen.map(String) : [],
    tell: more.tell,
    remember: (memoryFolders) => more.conversation.recordState({ memoryFolders }),
  });
}

function restoredLedger(opened: OpenedSession, catalog: Session['catalog']): Ledger {
  const ledger = new Ledger(catalog);
  for (const row of opened.restored?.ledger ?? []) ledger.restore(row);
  return ledger;
}

function makePermissions(options: EngineOptions, resolved: ResolvedSettings, output: Output): PermissionState {
  return new PermissionState({
    mode: toPermissionMode(options.permissionMode ?? 'default') ?? 'default',
    cwd: options.cwd,
    directories: options.additionalDirectories ?? [],
    rules: sessionRules(options, resolved),
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
