import { statSync } from 'node:fs';
import { settingsFiles, type ResolveOptions } from './resolve.js';
import type { SettingLevel } from './settings.js';

/** A settings file that is not what it was. */
export interface SettingsChange {
  source: 'user_settings' | 'project_settings' | 'local_settings' | 'policy_settings';
  path: string;
}

const sources: Record<Exclude<SettingLevel, 'flag'>, SettingsChange['source']> = {
  user: 'user_settings',
  project: 'project_settings',
  local: 'local_settings',
  managed: 'policy_settings',
};

/** Returns a function that names the settings files which have changed since it was asked the last time. */
export function watchSettings(options: Pick<ResolveOptions, 'cwd' | 'env' | 'settingSources' | 'managedFolder'>): () => SettingsChange[] {
  const wanted: readonly string[] = [...(options.settingSources ?? ['user', 'project', 'local']), 'managed'];
  const files = settingsFiles(options).filter(({ level }) => wanted.includes(level));
  const known = new Map(files.map(({ path }) => [path, stampOf(path)]));
  return () =>
    files.flatMap(({ level, path }) => {
      const stamp = stampOf(path);
      if (known.get(path) === stamp || level === 'flag') return [];
      known.set(path, stamp);
      return [{ source: sources[level], path }];
    });
}

/** Different whenever the file was written, came or went. */
function stampOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found ? `${found.mtimeNs} ${found.size} ${found.ino}` : '';
  } catch {
    return ''; // not to be reached, which is as good as not there
  }
}
