import { hooks as definitions, type HookEvent } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import type { HookHandler, HookSource } from './handler.js';
import { runCommandHook } from './runner/command.js';
import { runHttpHook } from './runner/http.js';
import { runPromptHook, type AskSmallModel } from './runner/prompt.js';

/** One hook as settings write it. */
export interface HookConfig {
  type: 'command' | 'http' | 'prompt';
  command?: string;
  args?: string[];
  url?: string;
  headers?: Record<string, string>;
  allowedEnvVars?: string[];
  prompt?: string;
  if?: string;
  timeout?: number;
  async?: boolean;
  onFailure?: 'continue' | 'block';
}

/** The `hooks` of one settings file, plugin, agent or skill. */
export interface HookConfigs {
  source: HookSource;
  /** Where they stand, for messages. */
  path: string;
  hooks: Record<string, readonly { matcher?: string; hooks: readonly HookConfig[] }[]>;
  /** More variables for commands, such as the plugin's folder. */
  variables?: Record<string, string>;
}

export interface SettingsHookOptions {
  cwd: string;
  env: Environment;
  askModel: AskSmallModel;
  allowedUrls?: readonly string[];
  allowedVariables?: readonly string[];
  /** Whether a call fits a permission rule, for `if`. */
  ruleMatches: (rule: string, toolName: string, input: unknown) => boolean;
}

/** Milliseconds a hook may take when it says nothing. */
const defaultTimeoutMs = { command: 60_000, http: 60_000, prompt: 30_000 };

/** Makes handlers of hooks in settings. What cannot be used is a line of `problems`, with its file. */
export function settingsHandlers(configs: readonly HookConfigs[], options: SettingsHookOptions): { handlers: Map<HookEvent, HookHandler[]>; problems: string[] } {
  const handlers = new Map<HookEvent, HookHandler[]>();
  const problems: string[] = [];
  for (const config of configs) {
    for (const [event, groups] of Object.entries(config.hooks)) {
      if (!Object.hasOwn(definitions, event)) {
        problems.push(`${config.path}: hooks for the unknown event "${event}" are never called`);
        continue;
      }
      const made = groups.flatMap(({ matcher, hooks }) => hooks.map((hook) => makeHandler(hook, matcher, config, options)));
      handlers.set(event as HookEvent, [...(handlers.get(event as HookEvent) ?? []), ...made]);
      problems.push(...groups.flatMap(({ matcher }) => brokenMatcher(matcher, event, config.path)));
    }
  }
  return { handlers, problems };
}

function makeHandler(hook: HookConfig, matcher: string | undefined, config: HookConfigs, options: SettingsHookOptions): HookHandler {
  const rule = hook.if;
  return {
    name: hook.command ?? hook.url ?? hook.prompt ?? hook.type,
    source: config.source,
    key: JSON.stringify([hook.type, hook.command, hook.args, hook.url, hook.prompt, config.variables]),
    timeoutMs: hook.timeout === undefined ? defaultTimeoutMs[hook.type] : hook.timeout * 1000,
    ...(matcher !== undefined && { matcher }),
    ...(hook.onFailure !== undefined && { onFailure: hook.onFailure }),
    ...(rule !== undefined && { condition: (toolName: string, input: unknown) => options.ruleMatches(rule, toolName, input) }),
    run: runnerFor(hook, config, options),
  };
}

function runnerFor(hook: HookConfig, config: HookConfigs, options: SettingsHookOptions): HookHandler['run'] {
  const { cwd, env } = options;
  if (hook.type === 'command' && hook.command !== undefined) {
    return runCommandHook({ command: hook.command, ...(hook.args && { args: hook.args }), ...(hook.async && { async: true }) }, { cwd, env, ...(config.variables && { variables: config.variables }) });
  }
  if (hook.type === 'http' && hook.url !== undefined) {
    const limits = { ...(options.allowedUrls && { allowedUrls: options.allowedUrls }), ...(options.allowedVariables && { allowedVariables: options.allowedVariables }) };
    return runHttpHook({ url: hook.url, ...(hook.headers && { headers: hook.headers }), ...(hook.allowedEnvVars && { allowedEnvVars: hook.allowedEnvVars }) }, { env, ...limits });
  }
  if (hook.type === 'prompt' && hook.prompt !== undefined) return runPromptHook(hook.prompt, options.askModel);
  // A gate that is written wrongly must not be a gate that stands open.
  return async () => ({ kind: 'failed', reason: `the ${hook.type} hook in ${config.path} lacks its "${hook.type === 'http' ? 'url' : hook.type}".` });
}

function brokenMatcher(matcher: string | undefined, event: string, path: string): string[] {
  if (matcher === '*') return [];
  try {
    new RegExp(matcher ?? '');
    return [];
  } catch (error) {
    return [`${path}: the matcher "${matcher}" of ${event} is no regular expression (${(error as Error).message}); its hooks run for every call`];
  }
}
