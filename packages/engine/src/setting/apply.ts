import { AgentError, effortLevels, toPermissionMode, type PermissionMode } from '@inboard/wire';
import type { EngineOptions } from '../loop/session.js';
import { defaultCatalog } from '../model/catalog.js';
import { withOverrides } from '../model/override.js';
import { envFlag, envNumber, type Environment } from '../port/environment.js';
import { modelProblem } from './model-policy.js';
import { envOf, settingOf, type ResolvedSettings } from './resolve.js';
import type { Settings } from './settings.js';

type Value = <K extends keyof Settings>(key: K) => NonNullable<Settings[K]> | undefined;

/** The options of a session after its settings: what the caller gave wins, settings fill the rest, managed ones can forbid. */
export function applySettings(options: EngineOptions, resolved: ResolvedSettings): EngineOptions {
  const value: Value = (key) => settingOf(resolved, key)?.value;
  const env = outputLimited({ ...options.env, ...envOf(resolved) }, value('bashOutputMaxChars'));
  const bypassForbidden = resolved.layers.some(({ settings }) => settings.permissions?.disableBypassPermissionsMode === 'disable');
  const permissionMode = options.permissionMode ?? defaultMode(resolved);
  if (bypassForbidden && permissionMode === 'bypassPermissions') {
    throw new AgentError('invalid_option', 'The mode bypassPermissions is turned off by settings (disableBypassPermissionsMode).');
  }
  const overrides = value('modelOverrides');
  const fallback = value('fallbackModel');
  const applied: EngineOptions = {
    ...options,
    env,
    additionalDirectories: [
      ...(options.additionalDirectories ?? []),
      ...resolved.layers.flatMap(({ settings }) => settings.permissions?.additionalDirectories ?? []),
    ],
    ...given({
      model: options.model ?? value('model'),
      permissionMode,
      sandbox: options.sandbox ?? value('sandbox'),
      agent: options.agent ?? value('agent'),
      effort: effortOf(options, env, value),
      fallbackModel: options.fallbackModel ?? (Array.isArray(fallback) ? fallback.join(',') : fallback),
      thinking: thinkingOf(options, env, value),
      maxThinkingTokens: options.maxThinkingTokens ?? envCount(env, 'MAX_THINKING_TOKENS'),
      maxTurns: options.maxTurns ?? (envCount(env, 'CLAUDE_CODE_MAX_TURNS') || undefined),
      enableFileCheckpointing: checkpointsOf(options, env, value),
      catalog: overrides ? withOverrides(options.catalog ?? defaultCatalog, overrides) : undefined,
    }),
    ...(bypassForbidden && { allowDangerouslySkipPermissions: false }),
  };
  if (resolved.layers.some(({ settings }) => settings.permissions?.denyInsteadOfPrompting)) delete applied.permissionPromptToolName;
  const problem = modelProblem(applied.model, { layers: resolved.layers, env, ...(applied.catalog && { catalog: applied.catalog }) });
  if (problem !== undefined) throw new AgentError('invalid_option', problem);
  return applied;
}

/** The fields that have a value. */
function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  }; // what is left has values
}

/** A default mode from settings; one that skips permissions needs the caller's own word. */
function defaultMode(resolved: ResolvedSettings): PermissionMode | undefined {
  const found = settingOf(resolved, 'permissions');
  const named = found?.value.defaultMode;
  const mode = named === undefined ? undefined : toPermissionMode(named);
  return mode === 'bypassPermissions' ? undefined : mode;
}

/** How hard the model tries: the caller, the environment, settings; never more than settings permit. */
function effortOf(options: EngineOptions, env: Environment, value: Value): EngineOptions['effort'] {
  const level = (name: string | undefined) => effortLevels.find((each) => each === name);
  const asked = options.effort ?? level(env.CLAUDE_CODE_EFFORT_LEVEL) ?? level(value('effortLevel'));
  const most = level(value('maxEffortLevel'));
  if (asked === undefined || most === undefined) return asked;
  return effortLevels[Math.min(effortLevels.indexOf(asked), effortLevels.indexOf(most))];
}

const usualBudget = 10_000;

function thinkingOf(options: EngineOptions, env: Environment, value: Value): EngineOptions['thinking'] {
  if (options.thinking || options.maxThinkingTokens !== undefined) return options.thinking;
  if (envFlag(env, 'CLAUDE_CODE_DISABLE_THINKING')) return { type: 'disabled' };
  const always = env.MAX_THINKING_TOKENS ? undefined : value('alwaysThinkingEnabled');
  if (always === undefined) return undefined;
  return always ? { type: 'enabled', budgetTokens: usualBudget } : { type: 'disabled' };
}

function checkpointsOf(options: EngineOptions, env: Environment, value: Value): boolean | undefined {
  if (envFlag(env, 'CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING')) return false;
  return options.enableFileCheckpointing ?? value('fileCheckpointingEnabled');
}

/** A setting for what a variable says too: the variable is the more particular of the two. */
function outputLimited(env: Environment, most: number | undefined): Environment {
  if (most === undefined || env.BASH_MAX_OUTPUT_LENGTH) return env;
  return { ...env, BASH_MAX_OUTPUT_LENGTH: String(Math.min(Math.max(most, 4000), 128_000)) };
}

/** A number from the environment, when there is one. */
function envCount(env: Environment, name: string): number | undefined {
  const count = envNumber(env, name, -1);
  return count < 0 ? undefined : Math.floor(count);
}
