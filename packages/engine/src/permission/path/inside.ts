import type { PermissionPolicy } from '../policy.js';
import { contains } from './contain.js';
import { resolvePath } from './resolve.js';

const known = new WeakMap<PermissionPolicy, readonly string[]>();

/** True if every name of a path is in a working directory. */
export function isInside(names: readonly string[], policy: PermissionPolicy): boolean {
  const folders = workingFolders(policy);
  return names.length > 0 && names.every((name) => folders.some((folder) => contains(folder, name)));
}

/** The working directories under all their names. */
function workingFolders(policy: PermissionPolicy): readonly string[] {
  let folders = known.get(policy);
  if (folders === undefined) {
    folders = [...new Set(policy.directories.flatMap((folder) => resolvePath(folder, policy.cwd, policy.fs).names))];
    known.set(policy, folders);
  }
  return folders;
}
