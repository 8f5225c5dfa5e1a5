import { hooks as definitions, toolAliases, type HookEvent } from '@inboard/wire';
import type { HookHandler } from './handler.js';
import { matchesHook } from './match.js';

/** The hooks of a session, by event. */
export class HookRegistry {
  readonly #parent: HookRegistry | undefined;
  readonly #lists = new Map<string, Map<HookEvent, readonly HookHandler[]>>();
  #merged = new Map<HookEvent, readonly HookHandler[]>();

  /** Hooks of the parent are hooks of this one too. */
  constructor(parent?: HookRegistry) {
    this.#parent = parent;
  }

  /** Sets the hooks of one origin (the host, the settings, an agent); what it had before is replaced. */
  set(origin: string, handlers: ReadonlyMap<HookEvent, readonly HookHandler[]>): void {
    this.#lists.set(origin, new Map(handlers));
    this.#merge();
  }

  remove(origin: string): void {
    this.#lists.delete(origin);
    this.#merge();
  }

  /** Cheap enough to ask before every call. */
  has(event: HookEvent): boolean {
    return this.#merged.has(event) || (this.#parent?.has(event) ?? false);
  }

  /** The hooks that are for this input, identical ones once. */
  select(event: HookEvent, input: Record<string, unknown>): HookHandler[] {
    const { matchOn } = definitions[event];
    const named = matchOn === null ? undefined : input[matchOn];
    const value = matchOn === null ? undefined : typeof named === 'string' ? named : '';
    const others = matchOn === 'tool_name' ? aliasesOf(value!) : [];
    const seen = new Set<string>();
    return this.#all(event).filter((handler) => {
      if (!matchesHook(handler.matcher, value, others)) return false;
      if (!fits(handler, value ?? '', input)) return false;
      if (handler.key === undefined) return true;
      return !seen.has(handler.key) && Boolean(seen.add(handler.key));
    });
  }

  #all(event: HookEvent): readonly HookHandler[] {
    const inherited = this.#parent ? this.#parent.#all(event) : [];
    return [...inherited, ...(this.#merged.get(event) ?? [])];
  }

  #merge(): void {
    const merged = new Map<HookEvent, readonly HookHandler[]>();
    for (const list of this.#lists.values()) {
      for (const [event, handlers] of list) if (handlers.length > 0) merged.set(event, [...(merged.get(event) ?? []), ...handlers]);
    }
    this.#merged = merged;
  }
}

/** A condition that cannot be judged is no reason to leave a gate out. */
function fits({ condition }: HookHandler, toolName: string, { tool_input: input, cwd }: Record<string, unknown>): boolean {
  try {
    return condition?.({ toolName, input, cwd: typeof cwd === 'string' ? cwd : undefined }) ?? true;
  } catch {
    return true; // a rule that makes no sense
  }
}

function aliasesOf(name: string): string[] {
  return Object.entries(toolAliases).flatMap(([alias, tool]) => (tool === name ? [alias] : []));
}
