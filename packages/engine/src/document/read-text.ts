import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { isInside } from './is-inside.js';
import { TextCache } from './text-cache.js';

/** What reading a file gave: its text and where it really lies, nothing because there is no file, or one line that names the file and the reason. */
export type ReadText = { text: string; real: string } | { absent: true } | { problem: string };

export interface ReadTextOptions {
  /** Bytes at most. */
  most: number;
  /** The file behind all links must lie in one of these folders. */
  within?: readonly string[];
  /** Wants to know where the file lies behind all links; else its `real` may be the path it was asked for by. */
  findReal?: boolean;
  /** What those folders belong to, when trust would not change it. */
  outOf?: string;
}

/**
 * Reads a text file that somebody else may have written. Never throws, and never waits for a pipe.
 * Many small files are read at the start of a session: one after the other this takes a few
 * microseconds each, while a promise for every step of every file takes many times as long.
 */
export function readText(path: string, options: ReadTextOptions): ReadText {
  const known = options.within ? undefined : cache.find(path);
  if (known && known.text.length <= options.most && (known.isReal || !options.findReal)) return { text: known.text, real: known.real };
  try {
    const isReal = options.within !== undefined || options.findReal === true;
    const real = isReal ? realpathSync.native(path) : path;
    if (options.within && !options.within.some((folder) => isInside(real, folder))) {
      const advice = options.outOf === undefined ? 'read once the folder is trusted' : 'left out';
      return { problem: `${path}: leads out of ${options.outOf ?? 'the project'} to ${real}; it is ${advice}` };
    }
    return readRegular(path, { real, isReal, most: options.most });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { absent: true }
      : { problem: `${path}: cannot be read (${(error as Error).message})` };
  }
}

const cache = new TextCache();

function readRegular(path: string, { real, isReal, most }: { real: string; isReal: boolean; most: number }): ReadText {
  const file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(file, { bigint: true });
    if (stat.isDirectory()) return { absent: true };
    if (!stat.isFile()) return { problem: `${path}: is not a regular file` };
    if (stat.size > most) return { problem: `${path}: has ${stat.size} bytes; at most ${most} are read` };
    const bytes = readFileSync(file);
    if (bytes.includes(0)) return { problem: `${path}: is not a text file` };
    const read = { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), real };
    cache.keep(path, { ...read, isReal }, stat);
    return read;
  } finally {
    closeSync(file);
  }
}
