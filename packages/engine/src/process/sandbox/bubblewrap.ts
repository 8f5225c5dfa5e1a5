import { isPlaceholder } from './placeholder.js';
import { kindOf } from './protected-path.js';
import { realPath } from '../../port/real-path.js';

/** What a confined command may see and change. */
export interface Confines {
  cwd: string;
  /** Folders and files that stay writable. */
  writable: readonly string[];
  /** Paths that cannot be written; each must exist. */
  readOnly: readonly string[];
  /** Paths that cannot be read. */
  hidden: readonly string[];
  /** What commands see as /tmp. */
  tempDir: string;
  /** Unix sockets under /run that stay reachable. */
  sockets: readonly string[];
  /** All of them do. */
  allSockets: boolean;
  /** The descriptor of a filter of system calls. */
  filter?: number;
  /** The outer sandbox already has its own process table, which cannot be mounted twice. */
  nested: boolean;
}

/** Nothing shared with the rest of the machine, no terminal, no rights, and no life after ours. */
const alone = [
  '--unshare-user',
  '--unshare-pid',
  '--unshare-net',
  '--unshare-ipc',
  '--unshare-uts',
  '--unshare-cgroup-try',
  '--new-session',
  '--die-with-parent',
  '--cap-drop',
  'ALL',
];
const readOnlyRoot = ['--ro-bind', '/', '/', '--dev', '/dev'];

/** The arguments that make bubblewrap run a command within these confines. Later mounts cover earlier ones, so what forbids comes last. */
export function bubblewrapArgs(confines: Confines): string[] {
  return [
    ...alone,
    ...readOnlyRoot,
    ...(confines.nested ? ['--ro-bind', '/proc', '/proc'] : ['--proc', '/proc']),
    ...(confines.allSockets ? [] : ['--tmpfs', '/run', ...confines.sockets.flatMap((path) => ['--bind-try', path, path])]),
    '--bind',
    confines.tempDir,
    '/tmp',
    ...sorted(confines.writable).flatMap((path) => ['--bind', path, path]),
    ...confines.readOnly.flatMap(readOnlyArgs),
    ...confines.hidden.flatMap(hiddenArgs),
    ...(confines.filter === undefined ? [] : ['--seccomp', String(confines.filter)]),
    '--chdir',
    confines.cwd,
    '--',
  ];
}

/** Outer folders first, so that none covers what lies inside it. */
function sorted(paths: readonly string[]): string[] {
  return [...new Set(paths)].toSorted((one, other) => one.length - other.length);
}

function readOnlyArgs(path: string): string[] {
  return isPlaceholder(path) ? ['--tmpfs', path, '--remount-ro', path] : ['--ro-bind', path, path];
}

function hiddenArgs(path: string): string[] {
  const target = kindOf(path) === 'link' ? realPath(path) : path;
  const kind = target === undefined ? undefined : kindOf(target);
  if (target === undefined || kind === undefined) return []; // there is nothing to read
  return kind === 'folder' ? ['--tmpfs', target, '--remount-ro', target] : ['--ro-bind', '/dev/null', target];
}
