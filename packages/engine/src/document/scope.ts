import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../port/environment.js';
import { configDir } from '../session/paths.js';
import { managedFolders } from '../setting/managed-folder.js';
import { mayWiden } from '../setting/trust.js';
import type { Place } from './document.js';
import { isInside } from './is-inside.js';

/** Where a session looks for what extends it, and how far it trusts what it finds. */
export interface Scope {
  cwd: string;
  /** The repository the session works in, or `cwd`. */
  project: string;
  home: string;
  config: string;
  /** Where administrators put things, the weaker first. */
  managed: readonly string[];
  /** Which files the caller wants. */
  sources: ReadonlySet<'user' | 'project' | 'local'>;
  /** Files of the project may run things and widen what is allowed. */
  trusted: boolean;
}

export interface ScopeOptions {
  cwd: string;
  env: Environment;
  settingSources?: readonly ('user' | 'project' | 'local')[];
  managedFolder?: string;
}

/** The scope of a session, by its options. */
export function scopeOf(options: ScopeOptions): Scope {
  const cwd = realpathSync(options.cwd);
  const home = options.env.HOME || homedir();
  return {
    cwd,
    project: repositoryOf(cwd, home) ?? cwd,
    home,
    config: configDir(options.env),
    managed: managedFolders(options.env, options.managedFolder),
    sources: new Set(options.settingSources ?? ['user', 'project', 'local']),
    trusted: mayWiden('project', options),
  };
}

/** The repository a folder lies in. A home folder that is one (for dotfiles) does not count: not all below it is one project. */
function repositoryOf(cwd: string, home: string): string | undefined {
  const found = foldersUp(cwd).find((folder) => existsSync(join(folder, '.git')));
  return found === undefined || isInside(home, found) ? undefined : found;
}

/** A folder and all above it, the nearest first. */
export function foldersUp(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersUp(above)];
}

/** The folders below one folder down to another, the outer first. */
export function foldersBetween(outer: string, inner: string): string[] {
  const all = foldersUp(inner);
  const at = all.indexOf(outer);
  return at === -1 ? [] : all.slice(0, at).toReversed();
}

/** The folders from the project's root down to where the session works. */
export function projectFolders(scope: Scope): string[] {
  const all = foldersUp(scope.cwd);
  return all.slice(0, all.indexOf(scope.project) + 1).toReversed();
}

/** The folders of one kind (`commands`, `agents`…), the weakest first. */
export function placesOf(kind: string, scope: Scope): Place[] {
  const user: Place = { origin: 'user', folder: join(scope.config, kind), trusted: true };
  const project = projectFolders(scope).map((folder): Place => ({
    origin: 'project',
    folder: join(folder, '.claude', kind),
    trusted: scope.trusted,
    ...(!scope.trusted && { within: [folder] }),
  }));
  const managed = scope.managed.map((folder): Place => ({ origin: 'managed', folder: join(folder, '.claude', kind), trusted: true }));
  return [...(scope.sources.has('user') ? [user] : []), ...(scope.sources.has('project') ? project : []), ...managed];
}
