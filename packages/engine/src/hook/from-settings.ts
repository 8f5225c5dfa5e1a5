import { describeIssues, hooks as definitions, type HookEvent } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import type { EnvFile } from '../process/env-file.js';
import type { HookHandler, HookSource } from './handler.js';
import { hookSetting, type HookSetting, type Settings } from '../setting/settings.js';
import { runCommandHook } from './runner/command.js';
import { runHttpHook } from './runner/http.js';
import { runPromptHook, type AskSmallModel } from './runner/prompt.js';

/** The `hooks` of one settings file, plugin, agent or skill. */
export interface HookConfigs {
  source: HookSource;
  /** Where they stand, for messages. */
  path: string;
  hooks: NonNullable<Settings['hooks']>;
  /** More variables for commands, such as the plugin's folder. */
  variables?: Record<string, string>;
}

export interface SettingsHookOptions {
  cwd: string;
  env: Environment;
  askModel: AskSmallModel;
  /** Where the first hooks of a session leave variables for its commands. */
  envFile?: EnvFile;
  /** Lists of addresses that may be called; each list must have it. */
  allowedUrls: readonly (readonly string[])[];
  /** Lists of variables that may be sent; each list must have it. */
  allowedVariables: readonly (readonly string[])[];
  /** Milliseconds a hook may take when it says nothing; the default of its type when absent. */
  timeoutMs?: number;
  /** Whether a call fits a permission rule, for `if`. */
  ruleMatches: (rule: string, call: Parameters<NonNullable<HookHandler['condition']>>[0]) => boolean;
}

/** Milliseconds a hook may take when it says nothing. */
const defaultTimeoutMs = { command: 60_000, http: 60_000, prompt: 30_000 };

/** Makes handlers of hooks in settings. What cannot be used is a line of `problems`, with its file. */
export function settingsHandlers(
  configs: readonly HookConfigs[],
  options: SettingsHookOptions,
): { handlers: Map<HookEvent, HookHandler[]>; problems: string[] } {
  const handlers = new Map<HookEvent, HookHandler[]>();
  const problems: string[] = [];
  for (const config of configs) {
    for (const [event, groups] of Object.entries(config.hooks)) {
      if (!isEvent(event)) {
        problems.push(`${config.path}: hooks for the unknown event "${event}" are never called`);
        continue;
      }
      const made = groups.flatMap(({ matcher, hooks }) =>
        hooks.map((hook) => makeHandler(hook, { event, matcher, config, problems }, options)),
      );
      handlers.set(event, [...(handlers.get(event) ?? []), ...made]);
      problems.push(...groups.flatMap(({ matcher }) => brokenMatcher(matcher, event, config.path)));
    }
  }
  return { handlers, problems };
}

function isEvent(name: string): name is HookEvent {
  return Object.hasOwn(definitions, name);
}

interface Place {
  event: HookEvent;
  matcher: string | undefined;
  config: HookConfigs;
  problems: string[];
}

function makeHandler(given: unknown, place: Place, options: SettingsHookOptions): HookHandler {
  const { config, matcher, event, problems } = place;
  const parsed = hookSetting().safeParse(given);
  const shared = { source: config.source, ...(matcher !== undefined && { matcher }) };
  const runner = parsed.success ? runnerFor(parsed.data, config, options) : `it is not valid (${describeIssues(parsed.error)})`;
  if (!parsed.success || typeof runner === 'string') {
    // A gate that is written wrongly must not be a gate that stands open.
    const reason = `the hook for ${event} in ${config.path} cannot be run: ${String(runner)}.`;
    problems.push(reason);
    return { ...shared, name: `in ${config.path}`, timeoutMs: 1000, run: async () => ({ kind: 'failed', reason }) };
  }
  const hook = parsed.data;
  return {
    ...shared,
    name: hook.command ?? hook.url ?? hook.prompt ?? hook.type,
    key: JSON.stringify([{ ...hook, if: undefined }, config.variables]),
    timeoutMs: timeoutOf(hook, options),
    ...(hook.onFailure !== undefined && { onFailure: hook.onFailure }),
    ...(hook.async && { background: true }),
    ...condition(hook, place, options),
    run: runner,
  };
}

function timeoutOf(hook: HookSetting, options: SettingsHookOptions): number {
  return hook.timeout === undefined ? (options.timeoutMs ?? defaultTimeoutMs[hook.type]) : hook.timeout * 1000;
}

/** `if` is about calls: elsewhere it says nothing, and the hook runs. */
function condition(hook: HookSetting, { event, config, problems }: Place, options: SettingsHookOptions): Pick<HookHandler, 'condition'> {
  const rule = hook.if;
  if (rule === undefined) return {};
  if (definitions[event].matchOn === 'tool_name') return { condition: (call) => options.ruleMatches(rule, call) };
  problems.push(`${config.path}: "if" of a ${event} hook has no effect, since only events about tools can be filtered by a rule`);
  return {};
}

/** How a hook is run, or what it lacks. */
function runnerFor(hook: HookSetting, config: HookConfigs, options: SettingsHookOptions): HookHandler['run'] | string {
  const { cwd, env, envFile, allowedUrls, allowedVariables } = options;
  switch (hook.type) {
    case 'command':
      if (hook.command === undefined) return 'it has no "command"';
      return runCommandHook(
        { command: hook.command, ...(hook.args && { args: hook.args }) },
        {
          cwd,
          env,
          timeoutMs: timeoutOf(hook, options),
          ...(config.variables && { variables: config.variables }),
          ...(envFile && { envFile }),
        },
      );
    case 'http':
      if (hook.url === undefined) return 'it has no "url"';
      return runHttpHook(
        {
          url: hook.url,
          ...(hook.headers && { headers: hook.headers }),
          ...(hook.allowedEnvVars && { allowedEnvVars: hook.allowedEnvVars }),
        },
        { env, allowedUrls, allowedVariables },
      );
    case 'prompt':
      return hook.prompt === undefined ? 'it has no "prompt"' : runPromptHook(hook.prompt, options.askModel, hook.model);
  }
}

function brokenMatcher(matcher: string | undefined, event: string, path: string): string[] {
  if (matcher === '*') return [];
  try {
    new RegExp(matcher ?? '');
    return [];
  } catch (error) {
    return [
      `${path}: the matcher "${matcher}" of ${event} is no regular expression (${(error as Error).message}); its hooks run for every call`,
    ];
  }
}
