import { posix } from 'node:path';
import type { FileView } from './file-view.js';

/** The names a path has: as written, and where the file system leads. All absolute; at least one. */
export interface ResolvedPath {
  readonly names: readonly string[];
  /** Set when the path cannot be trusted to mean one place. */
  readonly problem?: string;
}

/** Finds the names of a path that starts from a folder. Links are followed both with `..` taken lexically and as the kernel does. */
export function resolvePath(path: string, from: string, fs: FileView): ResolvedPath {
  const absolute = path.startsWith('/') ? path : `${from}/${path}`;
  const lexical = throughProc(posix.normalize(absolute), from);
  const names = new Set([withoutSlash(lexical)]);
  let problem: string | undefined;
  for (const way of absolute.includes('..') ? [lexical, absolute] : [lexical]) {
    const real = follow(throughProc(way, from), fs);
    if (real === undefined) problem = 'its links lead in a circle';
    else names.add(real);
  }
  return { names: [...names], ...(problem !== undefined && { problem }) };
}

const mostLinks = 40;

/** Follows every link, component by component; undefined when that does not end. */
function follow(path: string, fs: FileView): string | undefined {
  const todo = path.split('/').toReversed();
  let at = '';
  let links = 0;
  while (todo.length > 0) {
    const name = todo.pop()!;
    if (name === '' || name === '.') continue;
    if (name === '..') {
      at = at.slice(0, Math.max(at.lastIndexOf('/'), 0));
      continue;
    }
    const next = `${at}/${name}`;
    const target = fs.readLink(next);
    if (target === undefined) at = next;
    else if (++links > mostLinks) return undefined;
    else {
      if (target.startsWith('/')) at = '';
      todo.push(...target.split('/').toReversed());
    }
  }
  return at === '' ? '/' : at;
}

/** The kernel's aliases of the root and of the working directory. */
function throughProc(path: string, cwd: string): string {
  const alias = /^\/+proc\/(?:self|thread-self|\d+)(?:\/task\/\d+)?\/(root|cwd)(?=\/|$)/.exec(path);
  if (alias === null) return path;
  const rest = path.slice(alias[0].length);
  return throughProc(posix.normalize(`${alias[1] === 'root' ? '' : cwd}/${rest}`), cwd);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
