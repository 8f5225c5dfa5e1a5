import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/** What other programs read as commands, or as permission to run some. */
const settings = ['.claude', '.claude.json', '.mcp.json', '.vscode', '.idea', '.husky', '.gitconfig', '.ripgreprc'];
const startUpFiles = ['.bashrc', '.bash_profile', '.bash_login', '.profile', '.zshrc', '.zprofile', '.zshenv'];

/** The paths inside a working folder that a confined command must neither change nor create. */
export function protectedPaths(folder: string): string[] {
  return [...[...settings, ...startUpFiles].map((name) => join(folder, name)), ...gitPaths(folder)];
}

/** In a repository: what makes git run programs. Elsewhere: what would make the folder a repository. */
function gitPaths(folder: string): string[] {
  const git = join(folder, '.git');
  const kind = kindOf(git);
  if (kind === undefined) return [git, join(folder, 'HEAD')];
  return kind === 'folder'
    ? [join(git, 'hooks'), join(git, 'config'), ...existing(join(git, 'config.worktree'), join(folder, '.gitmodules'))]
    : [git];
}

/** Paths that cannot be covered while they do not exist, since git would read the cover: they must be gone after a command that made them. */
export function unwantedPaths(folder: string): string[] {
  const git = join(folder, '.git');
  const paths = [join(git, 'commondir'), join(git, 'config.worktree')];
  return kindOf(git) === 'folder' ? paths.filter((path) => kindOf(path) === undefined) : [];
}

/** What stands at a path itself, whatever a link there leads to. */
export function kindOf(path: string): 'file' | 'folder' | 'link' | undefined {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (stats.isSymbolicLink()) return 'link';
  return stats.isDirectory() ? 'folder' : 'file';
}

function existing(...paths: string[]): string[] {
  return paths.filter((path) => kindOf(path) !== undefined);
}
