import { resolve } from 'node:path';
import { describeIssues, permissionUpdate, type PermissionMode, type PermissionUpdate } from '@inboard/wire';
import { decide } from './decide.js';
import { realFileView } from './path/file-view.js';
import type { PermissionPolicy, PermissionQuestion, PermissionRule, RuleSource } from './policy.js';
import { readRule, readRules, ruleText } from './rules/parse.js';
import { readDenial } from './rules/read-denial.js';
import type { Verdict } from './verdict.js';

/** What subagents that run in a mode of their own share with the session. */
interface Shared {
  rules: PermissionRule[];
  directories: string[];
}

export interface PermissionStateOptions {
  mode: PermissionMode;
  cwd: string;
  home: string;
  directories: readonly string[];
  rules: readonly PermissionRule[];
  /** Whether the session may switch to bypassPermissions. */
  mayBypass: boolean;
  /** Only rules of managed settings allow anything. */
  onlyManagedAllows?: boolean;
  /** Whether a shell command is confined, and approved for that reason. */
  sandboxed?: (command: string) => boolean;
  /** Writes an update to a settings file; throws when it cannot. */
  persist?: (update: PermissionUpdate) => void;
  onModeChange?: (mode: PermissionMode) => void;
  /** Rules that hold here alone. */
  own?: readonly PermissionRule[];
}

/** The rules, mode and folders of a session, and the verdicts that follow from them. */
export class PermissionState {
  readonly #options: PermissionStateOptions;
  readonly #shared: Shared;
  /** Undefined in a subagent that runs in the mode of the session. */
  #mode: PermissionMode | undefined;
  #parent: PermissionState | undefined;
  /** The folder of the session, in a subagent that works in a copy of it. */
  #original: string | undefined;
  #made: { from: readonly PermissionRule[]; rules: readonly PermissionRule[] } | undefined;

  constructor(options: PermissionStateOptions, shared?: Shared) {
    this.#options = options;
    this.#mode = options.mode;
    this.#shared = shared ?? { rules: [...options.rules], directories: [options.cwd, ...options.directories] };
  }

  /**
   * The same rules for a subagent: with some calls denied, in a mode of its own, which counts while the session is in the
   * mode default (bypass is never gained), or in a copy of the session's folder, where rules hold as they do in the original.
   */
  forAgent({
    mode,
    cwd = this.#options.cwd,
    denied = [],
  }: {
    mode?: PermissionMode;
    cwd?: string;
    denied?: readonly string[];
  }): PermissionState {
    const own = readRules(denied, { behavior: 'deny', source: 'command', anchor: cwd }).rules;
    const state = new PermissionState({ ...this.#options, cwd, own: [...(this.#options.own ?? []), ...own] }, this.#shared);
    state.#parent = this;
    state.#mode = mode === 'bypassPermissions' ? undefined : mode;
    state.#original = cwd === this.#options.cwd ? this.#original : (this.#original ?? this.#options.cwd);
    return state;
  }

  /** The mode that holds now: a session that is switched takes its subagents along. */
  get mode(): PermissionMode {
    const outer = this.#parent?.mode ?? 'default';
    return outer === 'default' ? (this.#mode ?? 'default') : outer;
  }

  /** Every folder the agent may work in; the first is where it began. */
  get directories(): readonly string[] {
    const { directories } = this.#shared;
    return this.#original === undefined ? directories : [this.#options.cwd, ...directories.slice(1)];
  }

  get rules(): readonly PermissionRule[] {
    return this.#shared.rules;
  }

  setMode(mode: PermissionMode): void {
    if (this.#parent) return this.#parent.setMode(mode); // a person who switches means the session
    this.#mode = mode;
    this.#options.onModeChange?.(mode);
  }

  /** What rules and mode say of a call that would run in this folder. */
  judge(question: PermissionQuestion, cwd = this.#options.cwd): Verdict {
    const { command } = question.input;
    const sandboxed = typeof command === 'string' && this.#options.sandboxed?.(command) === true;
    return decide(question, { ...this.#policy(cwd), ...(sandboxed && { sandboxed }) });
  }

  /** False when a deny rule forbids reading this file. */
  mayRead(path: string): boolean {
    return readDenial(path, this.#policy(this.#options.cwd)) === undefined;
  }

  /** Whether a call fits one rule, whatever the rule would do with it. */
  ruleMatches(rule: string, call: { toolName: string; input: unknown; cwd: string | undefined }): boolean {
    const { toolName, input, cwd = this.#options.cwd } = call;
    // In a copy of the folder the rule holds as it does in the original.
    const only = [...new Set([this.#options.cwd, cwd])].map((anchor) => readRule(rule, { behavior: 'deny', source: 'hook', anchor }));
    const question = { tool: toolName, input: typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {} };
    return decide(question, { ...this.#policy(cwd), rules: only, mode: 'default' }).step === 'denyRules';
  }

  /** Applies what a host sent along with its answer. Returns what could not be applied, in words. */
  apply(updates: readonly unknown[]): string[] {
    return updates.flatMap((given, index) => {
      try {
        const update = readUpdate(given);
        this.#applyOne(update);
        if (update.destination !== 'session' && update.destination !== 'cliArg') this.#options.persist?.(update);
        return [];
      } catch (error) {
        return [`Entry ${index + 1} of updatedPermissions was left out: ${(error as Error).message}`];
      }
    });
  }

  /** Replaces the rules of one origin. */
  setRules(source: RuleSource, rules: readonly PermissionRule[]): void {
    this.#shared.rules = [...this.#shared.rules.filter((rule) => rule.source !== source), ...rules];
  }

  /** Allows what some rules allow until the returned function is called. Rules that hold anyway stay. */
  grant(texts: readonly string[]): () => void {
    return this.#hold(texts, 'allow');
  }

  /** Denies what some rules name until the returned function is called. */
  forbid(texts: readonly string[]): () => void {
    return this.#hold(texts, 'deny');
  }

  #hold(texts: readonly string[], behavior: 'allow' | 'deny'): () => void {
    const added = readRules(texts, { behavior, source: 'command', anchor: this.#options.cwd }).rules; // a source of its own: what lasts for a turn is never stored
    this.#shared.rules = [...this.#shared.rules, ...added];
    return () => {
      this.#shared.rules = this.#shared.rules.filter((rule) => !added.includes(rule));
    };
  }

  #policy(cwd: string): PermissionPolicy {
    const { home } = this.#options;
    return {
      mode: this.mode,
      rules: this.#rules(),
      cwd,
      directories: this.directories,
      home,
      fs: realFileView,
    };
  }

  /** The rules of the session, in a copy of its folder as well, and those of the agent; the same list as long as they are the same. */
  #rules(): readonly PermissionRule[] {
    const { rules } = this.#shared;
    const { own = [], cwd, onlyManagedAllows } = this.#options;
    if (this.#original === undefined && own.length === 0 && !onlyManagedAllows) return rules;
    if (this.#made?.from !== rules) {
      const counting = onlyManagedAllows ? rules.filter(isManagedOrStrict) : rules;
      const copied = this.#original === undefined ? [] : counting.filter(({ anchor }) => anchor === this.#original);
      this.#made = { from: rules, rules: [...counting, ...copied.map((rule) => ({ ...rule, anchor: cwd })), ...own] };
    }
    return this.#made.rules;
  }

  #applyOne(update: PermissionUpdate): void {
    const shared = this.#shared;
    switch (update.type) {
      case 'addRules':
        shared.rules = [...shared.rules, ...this.#read(update)];
        return;
      case 'replaceRules':
        shared.rules = [
          ...shared.rules.filter((rule) => rule.source !== update.destination || rule.behavior !== update.behavior),
          ...this.#read(update),
        ];
        return;
      case 'removeRules': {
        const removed = new Set(update.rules.map(ruleText));
        shared.rules = shared.rules.filter(
          (rule) => rule.source !== update.destination || rule.behavior !== update.behavior || !removed.has(rule.text),
        );
        return;
      }
      case 'setMode':
        if (update.mode === 'bypassPermissions' && !this.#options.mayBypass)
          throw new Error('the mode bypassPermissions was not enabled for this session');
        return this.setMode(update.mode);
      case 'addDirectories':
        shared.directories = [...new Set([...shared.directories, ...this.#folders(update.directories)])];
        return;
      case 'removeDirectories':
        shared.directories = shared.directories.filter(
          (directory, index) => index === 0 || !this.#folders(update.directories).includes(directory),
        );
        return;
    }
  }

  /** Folders are named from where the session began, wherever the shell is by now. */
  #folders(given: readonly string[]): string[] {
    return given.map((folder) => resolve(this.#options.cwd, folder));
  }

  /** The rules of an update; one that is no proper rule is an error, so that it is reported. */
  #read(update: Extract<PermissionUpdate, { type: 'addRules' | 'replaceRules' }>): PermissionRule[] {
    const { rules, problems } = readRules(update.rules.map(ruleText), {
      behavior: update.behavior,
      source: update.destination,
      anchor: this.#options.cwd,
    });
    if (problems.length > 0) throw new Error(problems.join('; '));
    return rules;
  }
}

/** An update that comes from outside, checked. */
function readUpdate(given: unknown): PermissionUpdate {
  const parsed = permissionUpdate().safeParse(given);
  if (!parsed.success) throw new Error(`it is no permission update (${describeIssues(parsed.error)})`);
  return parsed.data;
}

/** Rules that deny or ask count from everywhere; one that allows only from an administrator. */
function isManagedOrStrict({ behavior, source }: PermissionRule): boolean {
  return behavior !== 'allow' || source === 'policySettings';
}
