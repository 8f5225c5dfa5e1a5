import type { AgentType } from './agent-type.js';
import { builtinAgents } from './builtin-agents.js';

/** Where agents come from, the weakest first. */
const origins = ['builtin', 'plugin', 'user', 'project', 'option', 'host', 'managed'] as const;
export type AgentOrigin = (typeof origins)[number];

/** The kinds of subagents a session has; a stronger origin replaces a weaker one of the same name. */
export class AgentRegistry {
  readonly #origins: Map<AgentOrigin, readonly AgentType[]>;
  #only: ReadonlySet<string> | undefined;

  constructor(shared = new Map<AgentOrigin, readonly AgentType[]>([['builtin', builtinAgents]])) {
    this.#origins = shared;
  }

  /** Sets the agents of one origin; what it had before is replaced. */
  set(origin: AgentOrigin, agents: readonly AgentType[]): void {
    this.#origins.set(origin, agents);
  }

  find(name: string): AgentType | undefined {
    return this.all().find((agent) => agent.name === name);
  }

  all(): AgentType[] {
    const merged = origins.flatMap((origin) => this.#origins.get(origin) ?? []).map((agent) => [agent.name, agent] as const);
    return [...new Map(merged).values()].filter(({ name }) => this.#only?.has(name) ?? true);
  }

  /** The same agents as another one may start them: only these, now and later. */
  limitedTo(names: readonly string[]): AgentRegistry {
    const limited = new AgentRegistry(this.#origins);
    limited.limit(this.#only ? names.filter((name) => this.#only!.has(name)) : names);
    return limited;
  }

  /** Offers only these from now on. */
  limit(names: readonly string[]): void {
    this.#only = new Set(names);
  }
}

/** What the model is told of a tool: of the one that starts agents also which there are, one line each. */
export function describeTool(agents: AgentRegistry): (tool: { name: string; description: string }) => string {
  const list = () => agents.all().map((agent) => `- ${agent.name}: ${agent.description}`);
  return ({ name, description }) => (name === 'Task' ? [description, 'Agents:', ...list()].join('\n') : description);
}
