import type { PermissionBehavior, PermissionMode, PermissionRuleValue, PermissionUpdate, PermissionUpdateDestination } from '@inboard/wire';
import { decide } from './decide.js';
import type { Verdict } from './verdict.js';

/** Where a rule came from. */
export type RuleSource = PermissionUpdateDestination | 'policySettings' | 'flagSettings' | 'command';

/** A rule as it is written, with its origin. */
export interface SourcedRule {
  text: string;
  behavior: PermissionBehavior;
  source: RuleSource;
  /** What `/x` in a path rule starts from. */
  anchor: string;
  /** The file it stands in. */
  path?: string;
}

export interface PermissionStateOptions {
  mode: PermissionMode;
  cwd: string;
  directories: readonly string[];
  rules: readonly SourcedRule[];
  /** Whether the session may switch to bypassPermissions. */
  mayBypass: boolean;
  /** Writes an update to a settings file; throws when it cannot. */
  persist?: (update: PermissionUpdate) => void;
  onModeChange?: (mode: PermissionMode) => void;
}

/** The rules, mode and folders of a session, and the verdicts that follow from them. */
export class PermissionState {
  readonly #options: PermissionStateOptions;
  /** Shared with subagents that run in a mode of their own. */
  readonly #shared: { rules: SourcedRule[]; directories: string[] };
  #mode: PermissionMode;

  constructor(options: PermissionStateOptions, shared?: { rules: SourcedRule[]; directories: string[] }) {
    this.#options = options;
    this.#mode = options.mode;
    this.#shared = shared ?? { rules: [...options.rules], directories: [options.cwd, ...options.directories] };
  }

  /** The same rules and folders in another mode, for a subagent. A parent that asks less is not tightened by it, nor is bypass ever gained. */
  inMode(mode: PermissionMode): PermissionState {
    const parentWins = this.#mode === 'bypassPermissions' || this.#mode === 'acceptEdits' || mode === 'bypassPermissions';
    const { onModeChange: _, ...options } = this.#options;
    return parentWins ? this : new PermissionState({ ...options, mode }, this.#shared);
  }

  get mode(): PermissionMode {
    return this.#mode;
  }

  /** Every folder the agent may work in; the first is where the session began. */
  get directories(): readonly string[] {
    return this.#shared.directories;
  }

  get rules(): readonly SourcedRule[] {
    return this.#shared.rules;
  }

  setMode(mode: PermissionMode): void {
    this.#mode = mode;
    this.#options.onModeChange?.(mode);
  }

  judge(question: { tool: string; input: Record<string, unknown> }): Verdict {
    return decide(question, { mode: this.#mode });
  }

  /** Whether a call fits one rule, whatever the rule would do with it. */
  ruleMatches(rule: string, toolName: string, _input: unknown): boolean {
    return rule === toolName || rule.startsWith(`${toolName}(`);
  }

  /** Applies what a host sent along with its answer. Returns what could not be applied, in words. */
  apply(updates: readonly PermissionUpdate[]): string[] {
    return updates.flatMap((update) => {
      try {
        this.#applyOne(update);
        if (update.destination !== 'session' && update.destination !== 'cliArg') this.#options.persist?.(update);
        return [];
      } catch (error) {
        return [`A permission update could not be applied: ${(error as Error).message}`];
      }
    });
  }

  /** Replaces the rules of one origin. */
  setRules(source: RuleSource, rules: readonly SourcedRule[]): void {
    this.#shared.rules = [...this.#shared.rules.filter((rule) => rule.source !== source), ...rules];
  }

  /** Allows what some rules allow until the returned function is called. Rules that hold anyway stay. */
  grant(rules: readonly string[]): () => void {
    const added = rules.map((text): SourcedRule => ({ text, behavior: 'allow', source: 'command', anchor: this.#options.cwd })); // a source of its own: what lasts for a turn is never stored
    this.#shared.rules = [...this.#shared.rules, ...added];
    return () => {
      this.#shared.rules = this.#shared.rules.filter((rule) => !added.includes(rule));
    };
  }

  #applyOne(update: PermissionUpdate): void {
    switch (update.type) {
      case 'addRules':
        return void this.#shared.rules.push(...this.#sourced(update));
      case 'replaceRules':
        this.#shared.rules = this.#shared.rules.filter((rule) => rule.source !== update.destination || rule.behavior !== update.behavior);
        return void this.#shared.rules.push(...this.#sourced(update));
      case 'removeRules': {
        const removed = new Set(update.rules.map(ruleText));
        this.#shared.rules = this.#shared.rules.filter((rule) => rule.source !== update.destination || rule.behavior !== update.behavior || !removed.has(rule.text));
        return undefined;
      }
      case 'setMode':
        if (update.mode === 'bypassPermissions' && !this.#options.mayBypass) throw new Error('the mode bypassPermissions was not enabled for this session');
        return this.setMode(update.mode);
      case 'addDirectories':
        this.#shared.directories = [...new Set([...this.#shared.directories, ...update.directories])];
        return undefined;
      case 'removeDirectories':
        this.#shared.directories = this.#shared.directories.filter((directory, index) => index === 0 || !update.directories.includes(directory));
        return undefined;
    }
  }

  #sourced(update: Extract<PermissionUpdate, { type: 'addRules' | 'replaceRules' }>): SourcedRule[] {
    return update.rules.map((rule) => ({ text: ruleText(rule), behavior: update.behavior, source: update.destination, anchor: this.#options.cwd }));
  }
}

/** A rule as it is written in settings. */
export function ruleText(rule: PermissionRuleValue): string {
  return rule.ruleContent === undefined || rule.ruleContent === '' ? rule.toolName : `${rule.toolName}(${rule.ruleContent})`;
}
