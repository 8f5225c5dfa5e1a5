import { statSync } from 'node:fs';
import { sep } from 'node:path';
import { AgentError } from '@inboard/wire';
import { envFlag } from '../../../port/environment.js';
import type { ToolContext } from '../../define.js';
import { realPath } from '../../../port/real-path.js';

type FolderContext = Pick<ToolContext, 'cwd' | 'directories' | 'env' | 'state' | 'agentId'>;

/** The folder a command runs in. When it is gone the next command runs in the session's folder, and an AgentError says so. */
export function shellFolder(context: FolderContext): string {
  const folder = carries(context) ? context.state.shellCwd : context.cwd;
  if (isFolder(folder)) return folder;
  context.state.shellCwd = context.cwd;
  const next = isFolder(context.cwd)
    ? `The next command runs in ${context.cwd}.`
    : `The folder of the session, ${context.cwd}, is missing too.`;
  throw new AgentError('cwd_missing', `The command was not run: the folder of the shell, ${folder}, no longer exists. ${next}`, {
    data: { cwd: folder },
  });
}

/** Takes over the folder a command ended in, while it is one the agent works in. Returns a note when it goes back instead. */
export function carryFolder(context: FolderContext, endedIn: string | undefined): string | undefined {
  if (!carries(context)) return undefined;
  // A command that ends in an unusual way leaves the folder as it was, if it still is.
  const folder = endedIn ?? context.state.shellCwd;
  if (isInside(folder, context.directories)) {
    context.state.shellCwd = folder;
    return undefined;
  }
  context.state.shellCwd = context.cwd;
  return `Shell cwd was reset to ${context.cwd}`;
}

function carries(context: FolderContext): boolean {
  return context.agentId === undefined && !envFlag(context.env, 'CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR');
}

function isInside(folder: string, directories: readonly string[]): boolean {
  const real = realPath(folder);
  if (real === undefined || !isFolder(real)) return false;
  return directories.some((directory) => {
    const root = realPath(directory);
    return root !== undefined && (real === root || real.startsWith(root.endsWith(sep) ? root : root + sep));
  });
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
