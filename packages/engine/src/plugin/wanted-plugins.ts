import { isAbsolute, join } from 'node:path';
import type { Scope } from '../document/scope.js';
import type { ResolvedSettings } from '../setting/resolve.js';

/** A plugin somebody wants: its folder, and the name it goes by in settings. */
export interface WantedPlugin {
  path: string;
  /** Its key in `enabledPlugins`. */
  key?: string;
  /** Its MCP servers are left out. */
  withoutServers?: boolean;
  /** Names that an administrator keeps out. */
  forbidden?: ReadonlySet<string>;
}

const goodKey = /^[A-Za-z][\w.-]*(@[A-Za-z][\w.-]*)?$/;

/** The plugins of a session: those of the caller, and those that settings turn on. The strongest file decides about each; an administrator's no holds for all. */
export function wantedPlugins(given: readonly WantedPlugin[], { layers }: Pick<ResolvedSettings, 'layers'>, scope: Scope): WantedPlugin[] {
  const decided = new Map<string, unknown>(layers.flatMap(({ settings }) => Object.entries(settings.enabledPlugins ?? {})));
  const managed = layers
    .filter(({ level }) => level === 'managed')
    .flatMap(({ settings }) => Object.entries(settings.enabledPlugins ?? {}));
  const forbidden = new Set(managed.filter(([, on]) => on === false).map(([key]) => key.split('@')[0]!));
  const enabled = [...decided].filter(([key, on]) => on === true && !forbidden.has(key.split('@')[0]!)).map(([key]) => key);
  return [...given.map((plugin) => ({ ...plugin, forbidden })), ...enabled.map((key) => ({ path: pluginFolder(key, scope), key }))];
}

/** `name` lies in the plugins folder itself, `name@place` one folder deeper; anything else leads nowhere. */
function pluginFolder(key: string, { config }: Scope): string {
  const [name = '', place = ''] = goodKey.test(key) ? key.split('@') : [];
  return isAbsolute(config) && name !== '' ? join(config, 'plugins', place, name) : '';
}
