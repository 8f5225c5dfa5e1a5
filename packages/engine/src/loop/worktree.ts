import { realpath, stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { AgentError, errorText } from '@inboard/wire';
import { addWorktree, hasChanged, noteCheckout, removeWorktree, type Checkout, type GitWorktree } from '../process/git-worktree.js';
import type { Session } from './session.js';

/** A folder that a subagent has for itself. */
export interface Worktree {
  readonly path: string;
  /** Removes it when it is as it was; returns it when it holds changes. Must not reject. */
  finish(): Promise<{ path: string; branch?: string } | undefined>;
}

/** Makes a worktree for a subagent: by a WorktreeCreate hook if there is one, else with git. Rejects with an AgentError. */
export async function makeWorktree(parent: Session, name: string, signal: AbortSignal): Promise<Worktree> {
  if (parent.permissions.mode === 'plan')
    throw new AgentError('invalid_option', 'No worktree is made while planning. Start the agent without isolation.');
  const made = parent.hooks.has('WorktreeCreate') ? await byHook(parent, name, signal) : await byGit(parent, name);
  const checkout = await noteCheckout(made.path, parent.options.env);
  return { path: made.path, finish: () => finish(parent, made, checkout) };
}

type Made = Omit<GitWorktree, 'branch'> & Partial<GitWorktree>;

async function byGit({ options: { cwd, env } }: Session, name: string): Promise<Made> {
  try {
    return await addWorktree(name, cwd, env);
  } catch (error) {
    throw new AgentError(
      'invalid_option',
      `The worktree could not be made: ${errorText(error)}. Isolation needs a git repository with a commit, or a WorktreeCreate hook.`,
      { cause: error },
    );
  }
}

async function byHook({ hooks, agent }: Session, name: string, signal: AbortSignal): Promise<Made> {
  const { worktreePath: path, block, stop } = await hooks.run('WorktreeCreate', { name }, { signal, ...(agent && { agent }) });
  const problem = block ?? stop ?? (path === undefined ? 'its hook named no folder' : await problemWith(path));
  if (path === undefined || problem !== undefined) throw new AgentError('invalid_option', `The worktree could not be made: ${problem}.`);
  return { path: await realpath(path) };
}

async function problemWith(path: string): Promise<string | undefined> {
  if (!isAbsolute(path)) return `its hook answered ${JSON.stringify(path.slice(0, 200))}, which is no absolute path`;
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ? undefined : `there is no folder ${path}`;
}

async function finish(parent: Session, made: Made, checkout: Checkout | undefined): Promise<Made | undefined> {
  const { hooks, agent, options } = parent;
  const { path, branch } = made;
  if (checkout === undefined || (await hasChanged(checkout, options.env))) return made;
  try {
    if (branch !== undefined) await removeWorktree({ path, branch }, options.cwd, options.env);
    await hooks.run('WorktreeRemove', { worktree_path: path }, { signal: parent.signal, ...(agent && { agent }) });
    return undefined;
  } catch (error) {
    await parent.output.notice(`The worktree ${path} could not be removed: ${errorText(error)}`, 'warning');
    return undefined;
  }
}
