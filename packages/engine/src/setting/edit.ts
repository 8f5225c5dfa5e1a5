import { AgentError, closestName } from '@inboard/wire';
import { keptKeys } from './kept-keys.js';
import { parseSettings } from './read.js';
import { settingsSchema, type Settings } from './settings.js';
import { readExisting, replaceFile } from './write.js';

/** Changes one settings file: the change gets a copy of what it holds. Strict, and in one step; a file that would make no sense stays as it was. */
export function editSettings(path: string, change: (settings: Record<string, unknown>) => void): Settings {
  const settings = structuredClone(existing(path)) as Record<string, unknown>;
  change(settings);
  const checked = parseSettings(JSON.stringify(settings), path);
  if ('problem' in checked) throw new AgentError('invalid_option', `Not written: ${checked.problem}`);
  replaceFile(path, `${JSON.stringify(settings, null, 2)}\n`);
  return checked.settings;
}

function existing(path: string): Settings {
  try {
    return readExisting(path);
  } catch (error) {
    throw new AgentError('invalid_option', `Nothing was changed: ${(error as Error).message}. Mend the file first.`, { cause: error });
  }
}

/** Refuses a key that nobody knows. `permissions.allow` and the like count by their first part. */
export function checkKey(key: string): void {
  const [first = '', second] = key.split('.');
  const { shape } = settingsSchema();
  const permissions = Object.keys(shape.permissions.unwrap().shape);
  const known = [...Object.keys(shape), ...keptKeys];
  if (!known.includes(first)) throw unknown(key, closestName(first, known));
  if (first === 'permissions' && second !== undefined && !permissions.includes(second)) {
    const match = closestName(second, permissions);
    throw unknown(key, match === undefined ? undefined : `permissions.${match}`);
  }
}

function unknown(key: string, match: string | undefined): AgentError {
  const hint = match === undefined ? '' : ` Did you mean "${match}"?`;
  return new AgentError('invalid_option', `There is no setting "${key}".${hint} docs/settings.md lists them.`);
}
