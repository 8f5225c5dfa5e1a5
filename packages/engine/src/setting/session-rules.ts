import type { EngineOptions } from '../loop/session.js';
import type { PermissionRule, RuleSource } from '../permission/policy.js';
import { readRules, type ReadRules } from '../permission/rules/parse.js';
import type { ResolvedSettings } from './resolve.js';
import type { SettingLevel } from './settings.js';

const sources: Record<SettingLevel, RuleSource> = {
  user: 'userSettings',
  project: 'projectSettings',
  local: 'localSettings',
  flag: 'flagSettings',
  managed: 'policySettings',
};

/** Every permission rule a session starts with, from the caller and from each settings file, and what is wrong with them. */
export function sessionRules(options: EngineOptions, resolved: ResolvedSettings): ReadRules {
  const rules: PermissionRule[] = [];
  const problems: string[] = [];
  const add = (texts: readonly unknown[] | undefined, behavior: PermissionRule['behavior'], source: RuleSource, anchor: string, path?: string) => {
    const read = readRules(texts ?? [], { behavior, source, anchor });
    rules.push(...read.rules);
    problems.push(...read.problems.map((problem) => (path === undefined ? problem : `${path}: ${problem}`)));
  };
  add(options.disallowedTools, 'deny', 'cliArg', options.cwd);
  add(options.allowedTools, 'allow', 'cliArg', options.cwd);
  for (const { level, path, anchor, settings } of resolved.layers) {
    for (const behavior of ['deny', 'ask', 'allow'] as const) add(settings.permissions?.[behavior], behavior, sources[level], anchor, path);
  }
  return { rules, problems };
}
