import { defaultCatalog, resolveModel, type ModelCatalog } from '../model/catalog.js';
import type { Environment } from '../port/environment.js';
import type { SettingsLayer } from './settings.js';

export interface ModelPolicy {
  layers: readonly SettingsLayer[];
  env: Environment;
  catalog?: ModelCatalog;
}

/** Why settings do not let a model be used, in a sentence; nothing when they do. Nothing named means the default. */
export function modelProblem(name: string | undefined, { layers, env, catalog = defaultCatalog }: ModelPolicy): string | undefined {
  if (name === 'offline') return undefined;
  const id = plainId(resolveModel(name, env, catalog));
  const fits = (entry: string) => entry === name || plainId(resolveModel(entry, env, catalog)) === id;
  const shown = name ?? 'default';
  const denied = layers.find(({ settings }) => settings.deniedModels?.some(fits));
  if (denied) return `The model "${shown}" may not be used (deniedModels of ${denied.path}).`;
  const isDefault = name === undefined || name === 'default';
  if (isDefault && !layers.some(({ settings }) => settings.enforceAvailableModels)) return undefined;
  // Every list holds, so that no file can add to what another permits.
  const missing = layers.find(({ settings: { availableModels } }) => availableModels && !availableModels.some(fits));
  if (!missing) return undefined;
  const available = missing.settings.availableModels!.join(', ') || 'none'; // it has a list, as just seen
  return `The model "${shown}" may not be used. The models are: ${available} (availableModels of ${missing.path}).`;
}

/** An id without its date and its suffix. */
function plainId(id: string): string {
  return id.replace(/\[[^\]]*\]$/, '').replace(/-\d{8}$/, '');
}
