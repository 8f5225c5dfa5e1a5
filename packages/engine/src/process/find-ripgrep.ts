import { AgentError } from '@inboard/wire';
import { findProgram, whyNotExecutable } from './find-program.js';

/** Where ripgrep is: the one that is installed with us, else the one on the path. Rejects with what to do when there is none. */
export async function findRipgrep(env: NodeJS.ProcessEnv = process.env, installed = installedWithUs): Promise<string> {
  const cause: unknown[] = [];
  const program = await installed().catch((error: unknown) => void cause.push(error));
  const found = program ?? findProgram(process.platform === 'win32' ? 'rg.exe' : 'rg', env.PATH ?? '');
  if (found !== undefined) return found;
  throw new AgentError(
    'spawn_failed',
    'The search was not run: ripgrep is missing. Install "@vscode/ripgrep" (a bundler must leave it out of the bundle), or put rg on the path.',
    { cause: cause[0] },
  );
}

async function installedWithUs(): Promise<string> {
  const { rgPath } = await import('@vscode/ripgrep');
  const program = rgPath.replace(/\bapp\.asar\b/, 'app.asar.unpacked'); // where Electron keeps what must run
  const problem = whyNotExecutable(program);
  if (problem !== undefined) throw new Error(problem);
  return program;
}
