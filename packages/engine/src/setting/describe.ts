import { idleKeys } from './known-keys.js';
import type { SettingsLayer, SettingLevel } from './settings.js';

/** One setting that is in force: its name, its value and where it stands. */
export interface DescribedSetting {
  name: string;
  value: unknown;
  level: SettingLevel;
  path: string;
}

/** Every setting in force with its origin. Lists add up over all files; of anything else the strongest counts. */
export function describeSettings(layers: readonly SettingsLayer[]): DescribedSetting[] {
  const entries = layers.flatMap((layer) => flatten(layer.settings, '', layer));
  const single = new Map(entries.filter(({ name }) => !name.endsWith('[]')).map((entry) => [entry.name, entry]));
  const listed = entries.filter(({ name }) => name.endsWith('[]'));
  return [...single.values(), ...listed].toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function flatten(value: object, prefix: string, layer: SettingsLayer): DescribedSetting[] {
  const { level, path } = layer;
  return Object.entries(value).flatMap(([key, each]: [string, unknown]): DescribedSetting[] => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if (Array.isArray(each)) return each.map((item: unknown) => ({ name: `${name}[]`, value: item, level, path }));
    if (typeof each === 'object' && each !== null) return flatten(each, name, layer);
    return [{ name, value: isPrivate(name) ? '(set)' : each, level, path }];
  });
}

/** Variables and headers may hold secrets: that they are set is enough to know. */
function isPrivate(name: string): boolean {
  return name.startsWith('env.') || name.includes('.headers.');
}

/** Keys of a layer that nobody knows. */
export function unknownKeys({ settings }: SettingsLayer): string[] {
  return idleKeys(settings).unknown;
}
