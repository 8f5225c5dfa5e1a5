import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Environment } from '../port/environment.js';
import { childEnv } from './child-env.js';

const run = promisify(execFile);

/** A second checkout of a repository. */
export interface GitWorktree {
  path: string;
  branch: string;
}

/** What git is run with: nothing of the repository is started by it, and nobody is asked for a password. */
const quiet = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false'];
const timeoutMs = 60_000;

async function git(args: readonly string[], cwd: string, env: Environment): Promise<string> {
  const { stdout } = await run('git', [...quiet, ...args], {
    cwd,
    env: childEnv(env, { GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' }),
    timeout: timeoutMs,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout.trim();
}

/** Makes a worktree of the last commit in `.claude/worktrees`, on a branch of its own. Rejects with what git says. */
export async function addWorktree(name: string, cwd: string, env: Environment): Promise<GitWorktree> {
  const folder = join(await git(['rev-parse', '--show-toplevel'], cwd, env), '.claude', 'worktrees');
  const worktree = { path: join(folder, name), branch: `worktree-${name}` };
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  await git(['worktree', 'add', '-q', '-b', worktree.branch, worktree.path, 'HEAD'], cwd, env);
  return worktree;
}

/** Removes a worktree and its branch. */
export async function removeWorktree({ path, branch }: GitWorktree, cwd: string, env: Environment): Promise<void> {
  await git(['worktree', 'remove', '--force', path], cwd, env);
  await git(['branch', '-q', '-D', branch], cwd, env);
}

/** Where a checkout stands, by the repository itself: what is written into the checkout cannot lead git elsewhere. */
export interface Checkout {
  path: string;
  gitDir: string;
  commit: string;
}

/** Notes where a checkout stands; undefined for a folder that is none. */
export async function noteCheckout(path: string, env: Environment): Promise<Checkout | undefined> {
  try {
    return { path, gitDir: await git(['rev-parse', '--absolute-git-dir'], path, env), commit: await git(['rev-parse', 'HEAD'], path, env) };
  } catch {
    return undefined; // no repository, or one without a commit
  }
}

/** True if files or commits have been added to a checkout; also when that cannot be told. */
export async function hasChanged({ path, gitDir, commit }: Checkout, env: Environment): Promise<boolean> {
  try {
    const there = [`--git-dir=${gitDir}`, `--work-tree=${path}`];
    const [status, head] = [
      await git([...there, 'status', '--porcelain'], path, env),
      await git([...there, 'rev-parse', 'HEAD'], path, env),
    ];
    return status !== '' || head !== commit;
  } catch {
    return true; // better kept than lost
  }
}
