import { lstatSync, mkdirSync, openSync, closeSync, fsyncSync, readFileSync, renameSync, writeSync, unlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PermissionUpdate } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { ruleText } from '../permission/rules/parse.js';
import { configDir } from '../session/paths.js';
import { parseSettings } from './read.js';
import type { Settings } from './settings.js';

/** Writes a permission update to the settings file it names. Throws when the file cannot be read or written; it is old or new then, never half. */
export function persistUpdate(update: PermissionUpdate, options: { cwd: string; env: Environment }): void {
  const path = fileOf(update.destination, options);
  const settings = readExisting(path);
  const permissions = { ...settings.permissions };
  changePermissions(permissions, update);
  replaceFile(path, `${JSON.stringify({ ...settings, permissions }, null, 2)}\n`);
}

function fileOf(destination: PermissionUpdate['destination'], { cwd, env }: { cwd: string; env: Environment }): string {
  if (destination === 'userSettings') return join(configDir(env), 'settings.json');
  return join(cwd, '.claude', destination === 'projectSettings' ? 'settings.json' : 'settings.local.json');
}

/** The settings a file holds, before it is changed; none when there is no file. Throws when it is broken or a link. */
export function readExisting(path: string): Settings {
  let text: string;
  try {
    if (lstatSync(path).isSymbolicLink()) throw new Error(`${path} is a link; settings are not written through links`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw error;
  }
  const parsed = parseSettings(text, path);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.settings;
}

function changePermissions(permissions: NonNullable<Settings['permissions']>, update: PermissionUpdate): void {
  switch (update.type) {
    case 'addRules':
      permissions[update.behavior] = [...new Set([...(permissions[update.behavior] ?? []), ...update.rules.map(ruleText)])];
      return;
    case 'replaceRules':
      permissions[update.behavior] = update.rules.map(ruleText);
      return;
    case 'removeRules': {
      const removed = new Set(update.rules.map(ruleText));
      permissions[update.behavior] = (permissions[update.behavior] ?? []).filter((text) => !removed.has(text));
      return;
    }
    case 'setMode':
      permissions.defaultMode = update.mode;
      return;
    case 'addDirectories':
      permissions.additionalDirectories = [...new Set([...(permissions.additionalDirectories ?? []), ...update.directories])];
      return;
    case 'removeDirectories':
      permissions.additionalDirectories = (permissions.additionalDirectories ?? []).filter(
        (directory) => !update.directories.includes(directory),
      );
      return;
  }
}

/** Replaces a file in one step: whoever reads it sees the old or the new one. */
export function replaceFile(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.${Date.now()}.tmp`;
  const file = openSync(temporary, 'wx', mode);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    unlinkSync(temporary);
    throw error;
  }
  closeSync(file);
  renameSync(temporary, path);
}
