import type { SettingsLayer } from '../setting/settings.js';
import type { HookConfigs } from './from-settings.js';

/** The hooks that settings bring, without those that are turned off. */
export function hooksOf(layers: readonly SettingsLayer[]): HookConfigs[] {
  const managedOnly = layers.some(({ settings }) => settings.allowManagedHooksOnly);
  return layers.flatMap((layer) => {
    const { level, path, settings } = layer;
    if (managedOnly && level !== 'managed') return [];
    return settings.hooks && !layers.some((other) => other.settings.disableAllHooks && mayTurnOff(other, layer))
      ? [{ source: level, path, hooks: settings.hooks }]
      : [];
  });
}

/** Whether hooks of plugins, agents and skills are turned off. A repository cannot do that: the gates may be somebody else's. */
export function extensionHooksAreOff(layers: readonly SettingsLayer[]): boolean {
  return layers.some(({ settings, ...layer }) => settings.allowManagedHooksOnly || (settings.disableAllHooks && !isRepository(layer)));
}

const isRepository = ({ level }: Pick<SettingsLayer, 'level'>) => level === 'project' || level === 'local';

/** Managed hooks are turned off by managed settings alone, and a repository turns off its own ones alone. */
function mayTurnOff(switching: SettingsLayer, hooks: SettingsLayer): boolean {
  if (switching.level === 'managed') return true;
  return isRepository(switching) ? isRepository(hooks) : hooks.level !== 'managed';
}
