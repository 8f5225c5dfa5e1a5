import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../port/environment.js';
import { configDir } from '../session/paths.js';
import { replaceFile } from './write.js';

function trustFile(env: Environment): string {
  return join(configDir(env), 'trusted-folders.json');
}

/** Whether the person has said that this very folder may bring settings that widen what an agent may do. */
export function isTrusted(folder: string, env: Environment): boolean {
  return readTrusted(env).includes(realFolder(folder));
}

/** Whether files of a repository may widen what an agent may do: the caller named their source, or the folder is trusted. */
export function mayWiden(source: 'project' | 'local', options: { cwd: string; env: Environment; settingSources?: readonly ('user' | 'project' | 'local')[] }): boolean {
  return options.settingSources?.includes(source) ?? isTrusted(options.cwd, options.env);
}

/** Remembers that a folder is trusted. */
export function trustFolder(folder: string, env: Environment): void {
  const path = trustFile(env);
  const folders = [...new Set([...readTrusted(env), realFolder(folder)])];
  replaceFile(path, `${JSON.stringify({ folders }, null, 2)}\n`);
}

function readTrusted(env: Environment): string[] {
  try {
    const value: unknown = JSON.parse(readFileSync(trustFile(env), 'utf8'));
    const folders = typeof value === 'object' && value !== null && 'folders' in value ? value.folders : [];
    return Array.isArray(folders) ? folders.filter((folder) => typeof folder === 'string') : [];
  } catch {
    return []; // no file, or one we cannot make sense of: nothing is trusted
  }
}

/** Trust is keyed on the real path: no link or worktree can borrow it. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder; // it does not exist, so nothing in it can be read either
  }
}
