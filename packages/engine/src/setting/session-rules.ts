import type { EngineOptions } from '../loop/session.js';
import type { PermissionRule, RuleSource } from '../permission/policy.js';
import { readRules, type ReadRules } from '../permission/rules/parse.js';
import type { ResolvedSettings } from './resolve.js';
import type { SettingLevel, SettingsLayer } from './settings.js';

const sources: Record<SettingLevel, RuleSource> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
  flag: 'flagSettings',
  managed: 'policySettings',
};

/** Every permission rule a session starts with, from the caller and from each settings file, and what is wrong with them. */
export function sessionRules(options: EngineOptions, resolved: ResolvedSettings): ReadRules {
  const given = (texts: readonly unknown[] | undefined, behavior: PermissionRule['behavior']) =>
    readRules(texts ?? [], { behavior, source: 'cliArg', anchor: options.cwd });
  return joined([given(options.disallowedTools, 'deny'), given(options.allowedTools, 'allow'), layerRules(resolved.layers)]);
}

/** The permission rules of some settings, and what is wrong with them. */
export function layerRules(layers: readonly SettingsLayer[]): ReadRules {
  return joined(layers.flatMap((layer) => (['deny', 'ask', 'allow'] as const).map((behavior) => rulesIn(layer, behavior))));
}

function rulesIn({ level, path, anchor, settings }: SettingsLayer, behavior: PermissionRule['behavior']): ReadRules {
  const { rules, problems } = readRules(settings.permissions?.[behavior] ?? [], { behavior, source: sources[level], anchor });
  return { rules, problems: problems.map((problem) => `${path}: ${problem}`) };
}

function joined(parts: readonly ReadRules[]): ReadRules {
  return { rules: parts.flatMap(({ rules }) => rules), problems: parts.flatMap(({ problems }) => problems) };
}
