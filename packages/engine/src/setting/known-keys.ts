import { keptKeys } from './kept-keys.js';
import { settingsSchema, type Settings } from './settings.js';

/** Whether the engine acts on a key. */
export function isKnownKey(key: string): boolean {
  return Object.hasOwn(settingsSchema().shape, key);
}

/** Keys of some settings that nothing acts on: those of other programs, and those that nobody knows. */
export function idleKeys(settings: Settings): { kept: string[]; unknown: string[] } {
  const permissions = settingsSchema().shape.permissions.unwrap().shape;
  const idle = Object.keys(settings).filter((key) => !isKnownKey(key));
  const inside = Object.keys(settings.permissions ?? {}).filter((key) => !Object.hasOwn(permissions, key));
  return {
    kept: idle.filter((key) => keptKeys.includes(key)),
    unknown: [...idle.filter((key) => !keptKeys.includes(key)), ...inside.map((key) => `permissions.${key}`)],
  };
}
