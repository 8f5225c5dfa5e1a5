import { dirname } from 'node:path';
import type { Peer, Transport } from '@inboard/wire';
import { AgentRegistry, describeTool } from '../agent/agent-registry.js';
import { hostAgent } from '../agent/agent-type.js';
import { builtinCommands } from '../command/builtin-commands.js';
import { CommandRegistry } from '../command/command-registry.js';
import { defaultStyle } from '../context/output-style.js';
import { Reminders } from '../context/reminders.js';
import { describeEnvironment, promptChoice, systemPrompt } from '../context/system-prompt.js';
import { HookDispatcher } from '../hook/dispatch.js';
import { HookRegistry } from '../hook/registry.js';
import { createShortener } from '../hook/shorten.js';
import { PromptQueue } from '../input/prompt-queue.js';
import { createRemember, readRemembered, whatLasts } from '../loop/remembered.js';
import { createAgentRunner } from '../loop/run-agent.js';
import type { EngineOptions, Session } from '../loop/session.js';
import { registerSettingsHooks } from '../loop/settings-hooks.js';
import { createStartHooks } from '../loop/start-hooks.js';
import { defaultTries, StructuredOutput } from '../loop/structured/structured-output.js';
import { wakeOnTask } from '../loop/wake-on-task.js';
import { offlineNotice } from '../model/create.js';
import { hookMessages } from '../output/hook-messages.js';
import { Output } from '../output/output.js';
import { taskMessages } from '../output/task-messages.js';
import { hiddenHostNotice } from '../permission/hidden-host.js';
import { envNumber } from '../port/environment.js';
import { realPort } from '../port/port.js';
import { sandboxFor } from '../process/sandbox/sandbox-for.js';
import { TaskRegistry } from '../process/task-registry.js';
import { finishRewind } from '../session/apply-rewind.js';
import { openSession } from '../session/open.js';
import { configDir } from '../session/paths.js';
import { keyOf } from '../session/project-link.js';
import { Mirror } from '../session/store/mirror.js';
import { applySettings } from '../setting/apply.js';
import { resolveSettings } from '../setting/resolve.js';
import { watchSettings } from '../setting/watch.js';
import { describeSkills } from '../skill/describe-skills.js';
import { offeredTools } from '../skill/offer-skills.js';
import { ToolRegistry } from '../tool/registry.js';
import { createToolState } from '../tool/state.js';
import { extendSession } from './extend-session.js';
import { makeModel } from './make-model.js';
import { makePermissions } from './make-permissions.js';
import { makeRecords } from './make-records.js';
import { makeServers, processServers } from './make-servers.js';
import type { Parts } from './parts.js';
import { startCleanUp } from './start-clean-up.js';

/** Makes a session: new, or gone on with from the disk. */
export async function makeSession(given: EngineOptions, transport: Transport, peer: Peer<'engine'>): Promise<Session> {
  const resolved = await resolveSettings(given);
  const options = applySettings(given, resolved);
  const port = options.port ?? realPort;
  const known: { session?: Session; mirror?: Mirror } = {};
  const early: string[] = [];
  const warn = (text: string): void => void (known.session ? known.session.output.notice(text, 'warning') : early.push(text));
  const opened = await openSession({
    ...options,
    newId: port.newId,
    onNotice: warn,
    wrapLog: (log, sessionId) => {
      if (!options.sessionStore) return log;
      known.mirror = new Mirror({
        store: options.sessionStore,
        key: { projectKey: keyOf(options.cwd), sessionId },
        newId: port.newId,
      });
      return known.mirror.wrap(log);
    },
  });
  try {
    const finished = opened.log.path === '' ? undefined : finishRewind(dirname(opened.log.path));
    if (finished !== undefined) early.push(finished);
    const parts: Parts = { given, options, resolved, opened, mirror: known.mirror, port, transport, peer };
    const session = await assemble(parts);
    session.notices.push(...early);
    known.mirror?.listen((error, key) => void session.output.mirrorError(error, key));
    startCleanUp(parts, session);
    return (known.session = session);
  } catch (error) {
    await opened.log.close();
    throw error;
  }
}

/** Puts the parts of a session together and starts what runs beside it. */
async function assemble(parts: Parts): Promise<Session> {
  const { options, resolved, opened, port, transport, peer } = parts;
  const { id, restored } = opened;
  const { sandbox, notices: sandboxNotices } = await sandboxFor({ ...options, configDir: configDir(options.env) });
  const remembered = readRemembered(restored, options.cwd);
  const { model, id: modelId, catalog, offline } = await makeModel(parts, remembered);
  const output = new Output({ sessionId: id, newId: port.newId, send: (message) => transport.send(message) });
  const records = makeRecords(parts, output, catalog);
  const { conversation, results } = records;
  const { permissions, problems: ruleProblems } = makePermissions(parts, { remembered, output, sandbox });
  const hookRegistry = new HookRegistry();
  const hooks = new HookDispatcher({
    registry: hookRegistry,
    listener: hookMessages(output, { all: options.includeHookEvents ?? false, ...(options.debugLog && { debugLog: options.debugLog }) }),
    port,
    base: () => ({ session_id: id, transcript_path: opened.log.path, cwd: options.cwd, permission_mode: permissions.mode }),
    shorten: createShortener(() => results, port.newId),
  });
  const prompts = new PromptQueue();
  const agents = new AgentRegistry();
  agents.set(
    'option',
    Object.entries(options.agents ?? {}).map(([name, definition]) => hostAgent(name, definition)),
  );
  const commands = new CommandRegistry(options.disableSlashCommands ? undefined : builtinCommands);
  const tools = new ToolRegistry([], describeTool(agents));
  const mcp = makeServers(parts, { tools, commands, session: () => session });
  const { memoryPart, servers, style, ...extended } = await extendSession({
    ...{ options, resolved, conversation, restored, agents, commands },
    tellLater: (problem) => void session.notices.push(problem),
  });
  const environment =
    typeof restored?.state.environment === 'string' ? restored.state.environment : describeEnvironment(options.cwd, port.now(), resolved);
  const fixed = options.excludeDynamicSections ? '' : environment;
  const told = options.excludeDynamicSections ? [{ source: 'environment', text: () => environment }] : [];

  const session: Session = {
    id,
    options,
    port,
    catalog,
    transport,
    signal: transport.signal,
    peer,
    hasHost: options.permissionPromptToolName === 'stdio',
    output,
    prompts,
    ...records,
    remember: createRemember(
      () => whatLasts(session),
      (state) => conversation.recordState(state),
    ),
    model,
    settings: {
      model: modelId,
      thinkingTokens: options.maxThinkingTokens,
      system: systemPrompt(promptChoice(options.systemPrompt), fixed, style),
    },
    settingsLayers: resolved.layers,
    changedSettings: watchSettings(options),
    permissions,
    sandbox,
    hooks,
    hookRegistry,
    startHooks: createStartHooks(hooks, {
      source: restored ? (options.forkSession ? 'fork' : 'resume') : 'startup',
      model: () => session.settings.model,
      ...(options.setup && { setup: options.setup }),
    }),
    ...extended,
    outputStyle: style?.name ?? defaultStyle,
    opening: [...told, memoryPart, { source: 'skills', text: () => describeSkills(session) }],
    reminders: new Reminders(),
    commands,
    agents,
    createAgents: createAgentRunner,
    runningAgents: new Set(),
    mainAgent: options.agent === undefined ? undefined : { name: options.agent, isApplied: false },
    mcp,
    tools,
    toolState: createToolState({
      cwd: options.cwd,
      ...(restored && { restored: restored.state }),
      remember: (state) => conversation.recordState(state),
    }),
    tasks: new TaskRegistry(taskMessages(output), wakeOnTask(prompts, port)),
    suggestsPrompts: options.promptSuggestions ?? false,
    structured: undefined,
    contextTokens: undefined,
    stopTurn: undefined,
    setPermissionMode: (mode) => {
      // Plan mode ends in the mode that was left for it, and only there.
      if (mode !== 'plan') session.toolState.modeBeforePlan = undefined;
      else if (permissions.mode !== 'plan') session.toolState.modeBeforePlan = permissions.mode;
      permissions.setMode(mode);
    },
    setPrompt: (choice) => {
      session.settings.system = systemPrompt(choice, fixed, style);
    },
    setOutputSchema: (schema) => {
      session.structured = new StructuredOutput(schema, envNumber(options.env, 'MAX_STRUCTURED_OUTPUT_RETRIES', defaultTries));
      tools.set('structured', [session.structured.tool]);
    },
  };

  tools.set('builtin', offeredTools(options, commands));
  if (options.outputFormat) session.setOutputSchema(options.outputFormat.schema);
  session.notices.push(
    ...(offline ? [offlineNotice] : []),
    ...sandboxNotices,
    ...resolved.problems,
    ...ruleProblems,
    ...modeNotices(session),
  );
  registerSettingsHooks(session);
  mcp.set('managed', servers.managed);
  mcp.set('options', processServers(options));
  for (const origin of ['local', 'project', 'user', 'plugin'] as const) mcp.set(origin, servers[origin]);
  if (restored?.state.environment === undefined) conversation.recordStateLater({ environment });
  if (options.title !== undefined) conversation.recordTitle(options.title);
  if (restored) conversation.recordOrphans(restored.orphans);
  return session;
}

function modeNotices({ options, hasHost, permissions }: Session): string[] {
  const hidden = hasHost ? hiddenHostNotice(permissions.mode, permissions.rules) : undefined;
  return [
    ...(hidden === undefined ? [] : [hidden]),
    ...(options.permissionMode === 'delegate' ? ['The permission mode "delegate" is no longer known; it acts as "default".'] : []),
  ];
}
