import { readRules, readSettings, settingsFiles, unknownKeys, type SettingsLayer } from '@inboard/engine';
import type { Check, Finding } from './check.js';

/** Every settings file: whether it can be read, keys we do not know, rules that make no sense. */
export const settings: Check = async (place) => {
  const all = settingsFiles(place).flatMap(look);
  return all.length > 0 ? all : [{ name: 'settings', status: 'ok', text: 'there are no settings files' }];
};

function look(file: Omit<SettingsLayer, 'settings'>): Finding[] {
  const read = readSettings(file.path);
  if ('absent' in read) return [];
  if ('problem' in read)
    return [
      { name: 'settings', status: 'fail', text: read.problem, advice: 'Mend the file: nothing in it counts, its deny rules included.' },
    ];
  const layer = { ...file, settings: read.settings };
  const problems = [...unknownKeysOf(layer), ...brokenRules(layer)];
  return problems.length > 0 ? problems : [{ name: 'settings', status: 'ok', text: `${file.path} (${file.level})` }];
}

function unknownKeysOf(layer: SettingsLayer): Finding[] {
  return unknownKeys(layer).map((key) => ({
    name: 'settings',
    status: 'warn',
    text: `${layer.path}: unknown key ${JSON.stringify(key)}`,
    advice: 'It has no effect; check its spelling.',
  }));
}

function brokenRules({ path, settings: { permissions = {} }, anchor }: SettingsLayer): Finding[] {
  const behaviors = ['deny', 'ask', 'allow'] as const;
  const problems = behaviors.flatMap(
    (behavior) => readRules(permissions[behavior] ?? [], { behavior, source: 'userSettings', anchor }).problems,
  );
  return problems.map((problem) => ({
    name: 'settings',
    status: 'fail',
    text: `${path}: ${problem.replace(' (userSettings)', '')}`,
    advice: 'Mend the rule: docs/permissions.md says how they are written.',
  }));
}
