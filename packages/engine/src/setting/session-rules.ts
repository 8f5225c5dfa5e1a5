import type { EngineOptions } from '../loop/session.js';
import type { RuleSource, SourcedRule } from '../permission/state.js';
import { rulesOf, type ResolvedSettings } from './resolve.js';
import type { SettingLevel, SettingsLayer } from './settings.js';

const sources: Record<SettingLevel, RuleSource> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
  flag: 'flagSettings',
  managed: 'policySettings',
};

/** Every permission rule a session starts with: from the caller and from each settings file. */
export function sessionRules(options: EngineOptions, resolved: ResolvedSettings): SourcedRule[] {
  const given = (texts: readonly string[] | undefined, behavior: SourcedRule['behavior']): SourcedRule[] =>
    (texts ?? []).map((text) => ({ text, behavior, source: 'cliArg', anchor: options.cwd }));
  return [...given(options.disallowedTools, 'deny'), ...given(options.allowedTools, 'allow'), ...layerRules(resolved.layers)];
}

/** The permission rules of some settings. */
export function layerRules(layers: readonly SettingsLayer[]): SourcedRule[] {
  return rulesOf(layers).map(({ text, behavior, level, path, anchor }) => ({ text, behavior, source: sources[level], path, anchor }));
}
