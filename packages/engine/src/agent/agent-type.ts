import type { agentMemories, AgentDefinition, EffortLevel, McpServerConfigForProcessTransport, PermissionMode } from '@inboard/wire';
import type { Settings } from '../setting/settings.js';

/** Where an agent was defined. */
export type AgentSource = 'builtin' | 'host' | 'project' | 'user' | 'plugin' | 'managed';

/** A kind of subagent. */
export interface AgentType {
  readonly name: string;
  /** When to use it, for the model that picks one. */
  readonly description: string;
  /** Its system prompt. */
  readonly prompt: string;
  readonly source: AgentSource;
  /** The tools it has; all that subagents may have when absent. */
  readonly tools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  /** An alias, a full id, or `inherit`. */
  readonly model?: string;
  readonly maxTurns?: number;
  readonly permissionMode?: PermissionMode;
  readonly background?: boolean;
  /** Works in a git worktree of its own. */
  readonly isolated?: boolean;
  /** The file it stands in. */
  readonly path?: string;
  /** Skills it knows from the start. */
  readonly skills?: readonly string[];
  /** MCP servers that run while it does; a name is one the session has anyway. */
  readonly mcpServers?: readonly (string | Readonly<Record<string, McpServerConfigForProcessTransport>>)[];
  /** Hooks that are called while it runs. */
  readonly hooks?: NonNullable<Settings['hooks']>;
  /** How hard it tries. */
  readonly effort?: EffortLevel;
  /** Where it keeps notes from run to run. */
  readonly memory?: (typeof agentMemories)[number];
  /** Said before the first prompt, when it is the main conversation. */
  readonly initialPrompt?: string;
  /** Said again with every request that follows. */
  readonly reminder?: string;
}

/** An agent as a host defines it. */
export function hostAgent(name: string, definition: AgentDefinition): AgentType {
  return {
    name,
    description: definition.description,
    prompt: definition.prompt,
    source: 'host',
    ...(definition.tools && { tools: definition.tools }),
    ...(definition.disallowedTools && { disallowedTools: definition.disallowedTools }),
    ...(definition.model !== undefined && { model: definition.model }),
    ...(definition.maxTurns !== undefined && { maxTurns: definition.maxTurns }),
    ...(definition.permissionMode && { permissionMode: definition.permissionMode }),
    ...(definition.skills && { skills: definition.skills }),
    ...(definition.mcpServers && { mcpServers: definition.mcpServers }),
    ...(definition.background && { background: true }),
    ...(definition.effort && { effort: definition.effort }),
    ...(definition.memory && { memory: definition.memory }),
    ...(definition.initialPrompt !== undefined && { initialPrompt: definition.initialPrompt }),
    ...(definition.isolation === 'worktree' && { isolated: true }),
    ...(definition.criticalSystemReminder_EXPERIMENTAL !== undefined && { reminder: definition.criticalSystemReminder_EXPERIMENTAL }),
  };
}
