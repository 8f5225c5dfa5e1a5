import { mkdirSync, rmdirSync } from 'node:fs';
import { dropFolder, notePlaceholder } from '../watchdog.js';
import { kindOf } from './protected-path.js';

/** How many running commands need each placeholder. */
const users = new Map<string, number>();

/**
 * An empty folder at a path that does not exist, for the time a confined command runs: a path can only be
 * made unwritable when there is something to cover. A folder, because git and others pass over an empty
 * one. Returns the way to take it away again.
 */
export function holdPlace(path: string): () => void {
  const count = users.get(path) ?? 0;
  if (count === 0 && kindOf(path) !== undefined) return () => undefined;
  if (count === 0) {
    notePlaceholder(path);
    mkdirSync(path, { mode: 0o700 });
  }
  users.set(path, count + 1);
  return () => release(path);
}

/** True when the path was made by us and is needed by a running command. */
export function isPlaceholder(path: string): boolean {
  return users.has(path);
}

function release(path: string): void {
  const left = (users.get(path) ?? 1) - 1;
  if (left > 0) return void users.set(path, left);
  users.delete(path);
  try {
    rmdirSync(path);
  } catch {
    // somebody has put something there since, which is theirs
  }
  dropFolder(path);
}
