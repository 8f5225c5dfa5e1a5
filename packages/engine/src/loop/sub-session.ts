import type { AgentType } from '../agent/agent-type.js';
import { ownServers } from '../agent/agent-servers.js';
import { gitBranch } from '../context/git-branch.js';
import { describeTool } from '../agent/agent-registry.js';
import { agentHasTool, deniedCalls, startableAgents } from '../agent/agent-tools.js';
import { agentNotes } from '../agent/agent-notes.js';
import { HookRegistry } from '../hook/registry.js';
import { Reminders } from '../context/reminders.js';
import { describeEnvironment } from '../context/system-prompt.js';
import { PromptQueue } from '../input/prompt-queue.js';
import { permittedServers } from '../mcp/server-policy.js';
import { McpServers } from '../mcp/mcp-servers.js';
import { Output } from '../output/output.js';
import { Conversation } from '../session/conversation.js';
import { createFileLog, noLog, type SessionLog } from '../session/log.js';
import { agentTranscriptPath } from '../session/paths.js';
import { linkSubagents } from '../session/project-link.js';
import type { Restored } from '../session/restore.js';
import { isHidden, ToolRegistry } from '../tool/registry.js';
import { describeSkills } from '../skill/describe-skills.js';
import { createToolState } from '../tool/state.js';
import { version } from '../version.js';
import { agentHooks, agentSkills } from './agent-parts.js';
import { pickModel } from './pick-model.js';
import type { Session } from './session.js';

/** Tools that belong to the main conversation alone. */
const mainOnly = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode', 'TaskOutput', 'StructuredOutput']);

export interface SubSessionOptions {
  id: string;
  type: AgentType;
  toolUseId: string;
  depth: number;
  maxDepth: number;
  model?: string;
  maxTurns?: number;
  /** The folder it works in, when it is not the one of its parent. */
  cwd?: string;
  teammate?: { name: string; team: string };
  /** What an agent that is gone on with had said. */
  restored?: Restored;
}

/** The session of a subagent: its own conversation, tools and prompt; everything else is shared with the one that started it. */
export function makeSubSession(parent: Session, options: SubSessionOptions): Session {
  const { id, type, depth } = options;
  const { port } = parent;
  const file = parent.options.persistSession === false ? noLog : agentLog(parent, id);
  const log = parent.mirror?.wrap(file, `subagents/agent-${id}`) ?? file;
  const { maxTurns: _, ...shared } = parent.options;
  const maxTurns = options.maxTurns ?? type.maxTurns;
  const cwd = options.cwd ?? parent.options.cwd;
  const conversation = new Conversation({
    sessionId: parent.id,
    cwd,
    version,
    gitBranch: () => gitBranch(cwd),
    log,
    ledgerLog: parent.conversation.ledgerLog,
    port,
    sidechain: id,
    ...(options.restored && { messages: options.restored.messages, lastUuid: options.restored.lastUuid }),
  });
  conversation.recordOrphans(options.restored?.orphans ?? []);
  const memory = parent.memory.fork();
  const hookRegistry = new HookRegistry(parent.hookRegistry);
  hookRegistry.set('agent', agentHooks(parent, type, { nested: true }));
  const permissions = parent.permissions.forAgent({
    ...(type.permissionMode && { mode: type.permissionMode }),
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    denied: deniedCalls(type),
  });
  const startable = startableAgents(type);
  const agents = startable ? parent.agents.limitedTo(startable) : parent.agents;
  const tools = new ToolRegistry(toolsFor(parent, type, depth < options.maxDepth), describeTool(agents));
  const session: Session = {
    ...parent,
    log,
    memory,
    skillFinder: parent.skillFinder.fork(),
    opening: [
      ...parent.opening.filter(({ source }) => source === 'environment'),
      { source: 'memory', text: () => memory.opening() },
      { source: 'skills', text: () => describeSkills(session) },
      ...agentSkills(parent, type),
      ...agentNotes(parent, type),
    ],
    agents,
    hookRegistry,
    hooks: parent.hooks.forAgent(hookRegistry, () => ({ permission_mode: permissions.mode, cwd })),
    mcp: agentServers(parent, type, tools),
    reminders: new Reminders(),
    mainAgent: undefined,
    conversation,
    agent: { id, type: type.name, depth, ...(options.teammate && { teammate: options.teammate }) },
    options: { ...shared, cwd, ...(maxTurns !== undefined && { maxTurns }), ...(type.effort && { effort: type.effort }) },
    output: new Output({
      sessionId: parent.id,
      newId: port.newId,
      send: (message) => parent.transport.send(message),
      parentToolUseId: options.toolUseId,
    }),
    prompts: new PromptQueue(),
    tools,
    toolState: createToolState({ cwd, remember: () => undefined }),
    permissions,
    settings: {
      ...parent.settings,
      model: modelFor(parent, options),
      system: [
        type.prompt,
        ...environmentOf(parent, options.cwd),
        ...(shared.appendSubagentSystemPrompt ? [shared.appendSubagentSystemPrompt] : []),
      ],
    },
    structured: undefined,
    contextTokens: undefined,
    stopTurn: undefined,
  };
  return session;
}

/** What it is told of the machine: the same to the byte as its parent, unless it works elsewhere. */
function environmentOf(parent: Session, cwd: string | undefined): readonly string[] {
  if (cwd !== undefined) return [describeEnvironment(cwd, parent.port.now(), { layers: parent.settingsLayers })];
  return parent.settings.system.filter((part) => part.startsWith('# Environment'));
}

function agentLog(parent: Session, id: string): SessionLog {
  const { env, cwd } = parent.options;
  return createFileLog(agentTranscriptPath(env, parent.id, id), { onOpen: () => linkSubagents(env, cwd, parent.id) });
}

function toolsFor(parent: Session, type: AgentType, mayNest: boolean) {
  return parent.tools.all().filter(({ name }) => !mainOnly.has(name) && (mayNest || name !== 'Task') && agentHasTool(type, name));
}

/** The servers an agent brings run while it does; without any it uses those of the session. */
function agentServers(parent: Session, type: AgentType, tools: ToolRegistry): McpServers {
  const configs = ownServers(type);
  if (Object.keys(configs).length === 0) return parent.mcp;
  const { cwd, env, debugLog } = parent.options;
  const notice = (text: string): void => void parent.notices.push(text);
  const servers = new McpServers({
    cwd,
    env,
    peer: parent.peer,
    roots: () => parent.permissions.directories,
    notice,
    permitted: (wanted) => permittedServers(wanted, parent.settingsLayers, notice),
    onChange: (offered) =>
      tools.set(
        'agent',
        offered.tools.filter(({ name }) => !isHidden(name, parent.options)),
      ),
    ...(debugLog && { debugLog }),
  });
  servers.set('agent', configs);
  return servers;
}

/** The model of a subagent: the variable for all of them, the call, the definition, the main model. */
function modelFor(parent: Session, options: SubSessionOptions): string {
  const { env } = parent.options;
  const asked = env.CLAUDE_CODE_SUBAGENT_MODEL ?? options.model ?? options.type.model;
  if (asked === undefined || asked === 'inherit' || parent.settings.model === 'offline') return parent.settings.model;
  return pickModel(parent, asked);
}
