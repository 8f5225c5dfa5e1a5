import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from './refusal.js';

/** Where a path leads once every link is followed. The file, and folders above it, need not exist; a link that leads nowhere is refused. */
export async function locate(path: string): Promise<string> {
  if (path.includes('\0')) throw new Refusal('A path may not hold a NUL byte.');
  const real = await realpath(path).catch(ignoreMissing);
  if (real !== undefined) return real;
  const link = await lstat(path).catch(ignoreMissing);
  if (link) throw new Refusal(`${path} is a link that leads to nothing. Write to the file it should lead to instead.`);
  return join(await locate(dirname(path)), basename(path));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
