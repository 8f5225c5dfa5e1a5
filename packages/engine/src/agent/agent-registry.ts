import type { AgentType } from './agent-type.js';
import { builtinAgents } from './builtin-agents.js';

/** The kinds of subagents a session has; a later origin replaces an earlier one of the same name. */
export class AgentRegistry {
  readonly #origins = new Map<string, readonly AgentType[]>([['builtin', builtinAgents]]);

  /** Sets the agents of one origin; what it had before is replaced. */
  set(origin: string, agents: readonly AgentType[]): void {
    this.#origins.set(origin, agents);
  }

  find(name: string): AgentType | undefined {
    return this.all().find((agent) => agent.name === name);
  }

  all(): AgentType[] {
    return [...new Map([...this.#origins.values()].flat().map((agent) => [agent.name, agent])).values()];
  }
}

/** The agents, one line each, for the model that picks one. */
export function listAgents(agents: AgentRegistry): string {
  return agents
    .all()
    .map((agent) => `- ${agent.name}: ${agent.description}`)
    .join('\n');
}
