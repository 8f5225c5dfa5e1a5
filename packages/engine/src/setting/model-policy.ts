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
  const listed = layers.findLast(({ settings }) => settings.availableModels !== undefined);
  const isDefault = name === undefined || name === 'default';
  const mustFit = listed && (!isDefault || layers.some(({ settings }) => settings.enforceAvailableModels));
  const available = listed?.settings.availableModels ?? [];
  if (!mustFit || available.some(fits)) return undefined;
  return `The model "${shown}" may not be used. The models are: ${available.join(', ') || 'none'} (availableModels of ${listed.path}).`;
}

/** An id without its date and its suffix. */
function plainId(id: string): string {
  return id.replace(/\[[^\]]*\]$/, '').replace(/-\d{8}$/, '');
}
