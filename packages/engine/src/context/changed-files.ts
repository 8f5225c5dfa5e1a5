import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { SeenFile } from '../tool/state.js';

const mostFiles = 50;
const mostBytes = 1024 * 1024;

/** The files that are no longer what the model has seen. `told` remembers what was said, so that it is said once. */
export async function changedFiles(files: ReadonlyMap<string, SeenFile>, told: Map<string, string>): Promise<string[]> {
  const latest = [...files].slice(-mostFiles);
  const now = await Promise.all(latest.map(async ([path, seen]) => ({ path, seen: seen.hash, hash: await hashOf(path) })));
  return now.flatMap(({ path, seen, hash }) => {
    if (hash === seen || hash === undefined || told.get(path) === hash) return [];
    told.set(path, hash);
    return [path];
  });
}

/** The hash of a file as tools note it; nothing when it is too large to look at. A file that is gone has one of its own. */
async function hashOf(path: string): Promise<string | undefined> {
  try {
    const { size } = await stat(path);
    return size > mostBytes
      ? undefined
      : createHash('sha256')
          .update(await readFile(path))
          .digest('hex');
  } catch {
    return 'gone';
  }
}
