import type { AgentType } from './agent-type.js';
import { builtinAgents } from './builtin-agents.js';

/** Where agents come from, the weakest first. */
const origins = ['builtin', 'plugin', 'user', 'project', 'option', 'host', 'managed'] as const;
export type AgentOrigin = (typeof origins)[number];

/** The kinds of subagents a session has; a stronger origin replaces a weaker one of the same name. */
export class AgentRegistry {
  readonly #origins = new Map<AgentOrigin, readonly AgentType[]>([['builtin', builtinAgents]]);

  /** Sets the agents of one origin; what it had before is replaced. */
  set(origin: AgentOrigin, agents: readonly AgentType[]): void {
    this.#origins.set(origin, agents);
  }

  find(name: string): AgentType | undefined {
    return this.all().find((agent) => agent.name === name);
  }

  all(): AgentType[] {
    return [...new Map(origins.flatMap((origin) => this.#origins.get(origin) ?? []).map((agent) => [agent.name, agent])).values()];
  }
}

/** The agents, one line each, for the model that picks one. */
export function listAgents(agents: AgentRegistry): string {
  return agents
    .all()
    .map((agent) => `- ${agent.name}: ${agent.description}`)
    .join('\n');
}
