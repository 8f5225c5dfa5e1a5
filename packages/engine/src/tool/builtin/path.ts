import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import type { ToolContext } from '../define.js';

/** The absolute form of a path the model gave: `~` and relative paths are understood. */
export function absolutePath(path: string, { cwd, env }: Pick<ToolContext, 'cwd' | 'env'>): string {
  if (path === '~' || path.startsWith('~/')) return join(env.HOME || homedir(), path.slice(1));
  return isAbsolute(path) ? resolve(path) : resolve(cwd, path);
}
