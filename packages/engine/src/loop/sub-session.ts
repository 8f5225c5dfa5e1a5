import type { ApiMessageParam } from '@inboard/wire';
import type { AgentType } from '../agent/agent-type.js';
import { PromptQueue } from '../input/prompt-queue.js';
import { resolveModel } from '../model/catalog.js';
import { Output } from '../output/output.js';
import { Conversation } from '../session/conversation.js';
import { createFileLog, noLog } from '../session/log.js';
import { agentTranscriptPath } from '../session/paths.js';
import { ToolRegistry } from '../tool/registry.js';
import { createToolState } from '../tool/state.js';
import { version } from '../version.js';
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
  /** What an agent that is gone on with had said. */
  messages?: ApiMessageParam[];
}

/** The session of a subagent: its own conversation, tools and prompt; everything else is shared with the one that started it. */
export function makeSubSession(parent: Session, options: SubSessionOptions): Session {
  const { id, type, depth } = options;
  const { port } = parent;
  const log = parent.options.persistSession === false ? noLog : createFileLog(agentTranscriptPath(parent.options.env, parent.id, id));
  const { maxTurns: _, ...shared } = parent.options;
  const maxTurns = options.maxTurns ?? type.maxTurns;
  const conversation = new Conversation({ sessionId: parent.id, cwd: parent.options.cwd, version, log, port, sidechain: id, ...(options.messages && { messages: options.messages }) });
  const memory = parent.memory.fork();
  return {
    ...parent,
    log,
    memory,
    opening: [{ source: 'memory', text: () => memory.opening() }],
    conversation,
    agent: { id, type: type.name, depth },
    options: { ...shared, ...(maxTurns !== undefined && { maxTurns }) },
    output: new Output({ sessionId: parent.id, newId: port.newId, send: (message) => parent.transport.send(message), parentToolUseId: options.toolUseId }),
    prompts: new PromptQueue(),
    tools: new ToolRegistry(toolsFor(parent, type, depth < options.maxDepth)),
    toolState: createToolState({ cwd: parent.options.cwd, remember: () => undefined }),
    permissions: type.permissionMode ? parent.permissions.inMode(type.permissionMode) : parent.permissions,
    settings: { ...parent.settings, model: modelFor(parent, options), system: [type.prompt, ...parent.settings.system.filter((part) => part.startsWith('# Environment'))] },
    structured: undefined,
    contextTokens: undefined,
    stopTurn: undefined,
  };
}

function toolsFor(parent: Session, type: AgentType, mayNest: boolean) {
  const wanted = type.tools === undefined ? undefined : new Set(type.tools.map((name) => name.replace(/\(.*\)$/, '')));
  const hidden = new Set(type.disallowedTools ?? []);
  return parent.tools
    .all()
    .filter((tool) => !mainOnly.has(tool.name) && !hidden.has(tool.name) && (mayNest || tool.name !== 'Task'))
    .filter((tool) => wanted === undefined || wanted.has('*') || wanted.has(tool.name) || (tool.name === 'Task' && wanted.has('Agent')));
}

/** The model of a subagent: the variable for all of them, the call, the definition, the main model. */
function modelFor(parent: Session, options: SubSessionOptions): string {
  const { env } = parent.options;
  const asked = env.CLAUDE_CODE_SUBAGENT_MODEL ?? options.model ?? options.type.model;
  if (asked === undefined || asked === 'inherit' || parent.settings.model === 'offline') return parent.settings.model;
  return resolveModel(asked, env, parent.catalog);
}
