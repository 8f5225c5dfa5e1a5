import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** The absolute form of a path the model gave: `~` and relative paths are understood. */
export function absolutePath(path: string, cwd: string): string {
  if (path === '~' || path.startsWith('~/')) return join(homedir(), path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}
