import type { PermissionPolicy } from './policy.js';
import { mayBeParent } from './path/parent-glob.js';
import { resolvePath } from './path/resolve.js';

/** One use of the file system by a call. */
export interface Access {
  readonly kind: 'read' | 'write';
  /** As written, for reports. */
  readonly given: string;
  /** Every absolute name the path has, by every folder it may start from; empty when the path is only known when it runs. */
  readonly names: readonly string[];
  /** It may be a folder: all files below are read, or only their names. */
  readonly folder?: 'tree' | 'list';
  /** The names are those of a folder; the files in it are the ones this glob means. */
  readonly glob?: string;
  /** Why the path cannot be judged, if so. */
  readonly problem?: string;
  /** The program is not known to read files; the word only looks like a path. */
  readonly guessed?: boolean;
}

/** What a path in a tool's input or a command means. */
export interface PathUse {
  kind: 'read' | 'write';
  path: string;
  folder?: 'tree' | 'list' | undefined;
  glob?: boolean;
  guessed?: boolean;
}

/** Finds the names of a path that is used from one of several folders. */
export function accessOf(use: PathUse, folders: readonly string[], policy: PermissionPolicy): Access {
  const { path, glob } = use.glob === true ? splitGlob(use.path) : { path: use.path, glob: undefined };
  const resolved = folders.map((folder) => resolvePath(path, folder, policy.fs));
  const problem =
    oddPath(use.path) ??
    (glob?.split('/').some(mayBeParent) === true ? 'its wildcards may lead out of the folder' : undefined) ??
    resolved.find((each) => each.problem !== undefined)?.problem;
  return {
    kind: use.kind,
    given: use.path,
    names: [...new Set(resolved.flatMap(({ names }) => names))],
    ...(use.folder !== undefined && { folder: use.folder }),
    ...(glob !== undefined && { glob }),
    ...(problem !== undefined && { problem }),
    ...(use.guessed === true && { guessed: true }),
  };
}

/** The folder before the first wildcard, and the rest. */
function splitGlob(path: string): { path: string; glob: string } {
  const first = path.search(/[*?[{]|[@+!]\(/);
  const slash = path.lastIndexOf('/', first === -1 ? path.length : first);
  return { path: slash === -1 ? '.' : path.slice(0, slash) || '/', glob: path.slice(slash + 1) };
}

/** Why a path is not one that a tool should open without a question. */
export function oddPath(path: string): string | undefined {
  if (path.includes('\0')) return 'it contains a NUL byte';
  if (path.length > 4096) return 'it is longer than any path';
  if (
    /^\/+proc\/[^/]+\/(task\/\d+\/)?(environ|mem|maps|auxv|stack|syscall|fd|fdinfo|map_files)(\/|$)/.test(path) ||
    /^\/+dev\/(stdin|fd|tcp|udp)(\/|$)/.test(path)
  )
    return 'it is an open file or the memory of a process';
  return undefined;
}
