import { AgentError, effortLevels, toPermissionMode, type PermissionMode } from '@inboard/wire';
import type { EngineOptions } from '../loop/session.js';
import { envOf, settingOf, type ResolvedSettings } from './resolve.js';

/** The options of a session after its settings: what the caller gave wins, settings fill the rest, managed ones can forbid. */
export function applySettings(options: EngineOptions, resolved: ResolvedSettings): EngineOptions {
  const model = options.model ?? settingOf(resolved, 'model')?.value;
  const permissionMode = options.permissionMode ?? defaultMode(resolved);
  const directories = resolved.layers.flatMap(({ settings }) => settings.permissions?.additionalDirectories ?? []);
  const agent = options.agent ?? settingOf(resolved, 'agent')?.value;
  const effort = options.effort ?? effortLevels.find((level) => level === settingOf(resolved, 'effortLevel')?.value);
  const fallback = settingOf(resolved, 'fallbackModel')?.value;
  const fallbackModel = options.fallbackModel ?? (Array.isArray(fallback) ? fallback.join(',') : fallback);
  const sandbox = options.sandbox ?? settingOf(resolved, 'sandbox')?.value;
  const bypassForbidden = resolved.layers.some(({ settings }) => settings.permissions?.disableBypassPermissionsMode === 'disable');
  if (bypassForbidden && permissionMode === 'bypassPermissions') {
    throw new AgentError('invalid_option', 'The mode bypassPermissions is turned off by settings (disableBypassPermissionsMode).');
  }
  return {
    ...options,
    env: { ...options.env, ...envOf(resolved) },
    additionalDirectories: [...(options.additionalDirectories ?? []), ...directories],
    ...(model !== undefined && { model }),
    ...(permissionMode !== undefined && { permissionMode }),
    ...(sandbox && { sandbox }),
    ...(agent !== undefined && { agent }),
    ...(effort && { effort }),
    ...(fallbackModel !== undefined && { fallbackModel }),
    ...(bypassForbidden && { allowDangerouslySkipPermissions: false }),
  };
}

/** A default mode from settings; one that skips permissions needs the caller's own word. */
function defaultMode(resolved: ResolvedSettings): PermissionMode | undefined {
  const found = settingOf(resolved, 'permissions');
  const named = found?.value.defaultMode;
  const mode = named === undefined ? undefined : toPermissionMode(named);
  return mode === 'bypassPermissions' ? undefined : mode;
}
