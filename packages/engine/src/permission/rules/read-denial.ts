import { resolvePath } from '../path/resolve.js';
import type { PermissionPolicy, PermissionRule } from '../policy.js';
import { ruleBook } from './compile.js';

/** The rule that forbids reading a file, if one does: for tools that find files by themselves and must leave these out. */
export function readDenial(path: string, policy: PermissionPolicy): PermissionRule | undefined {
  const { names } = resolvePath(path, policy.cwd, policy.fs);
  return ruleBook(policy.rules).deny.find(
    ({ toolName, bare, path: pattern }) => toolName === 'Read' && (bare || names.some((name) => pattern?.matches(name, policy) === true)),
  )?.rule;
}
