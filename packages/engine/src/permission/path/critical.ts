import { contains } from './contain.js';

/** Folders that only the system or all users together own. */
const systemFolders = new Set([
  'bin',
  'boot',
  'dev',
  'etc',
  'home',
  'lib',
  'lib32',
  'lib64',
  'media',
  'mnt',
  'opt',
  'proc',
  'root',
  'run',
  'sbin',
  'srv',
  'sys',
  'tmp',
  'usr',
  'var',
  'Applications',
  'Library',
  'System',
  'Users',
  'Volumes',
  'private',
  'Windows',
]);

/** What removals are measured against. */
export interface Places {
  home: string;
  cwd: string;
  directories: readonly string[];
}

/** True if removing this path would take away the system, the home, or the working directory and what is above it. */
export function isCritical(path: string, { home, cwd, directories }: Places): boolean {
  if (path === '/' || path.indexOf('/', 1) === -1) return true;
  return isPlace(path, { home, cwd, directories });
}

/** True for the home or a working directory, and what is above it. */
export function isPlace(path: string, { home, cwd, directories }: Places): boolean {
  return [home, cwd, ...directories].some((place) => contains(path, place));
}

/** True if the path would be the root or a folder of the system once unknown parts are empty. */
export function isSystemFolder(path: string): boolean {
  return path === '/' || systemFolders.has(path.slice(1));
}
