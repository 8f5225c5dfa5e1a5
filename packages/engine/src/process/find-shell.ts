import { basename, isAbsolute } from 'node:path';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { findProgram, whyNotExecutable } from './find-program.js';

const usualPlaces = ['/bin', '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
const found = new Map<string, string>();

/** The bash that commands run in: `CLAUDE_CODE_SHELL` when it names one, else the first of the path. Throws an AgentError that names what is missing. */
export function findShell(env: Environment): string {
  const wanted = env.CLAUDE_CODE_SHELL ?? '';
  const key = `${wanted}\n${env.PATH ?? ''}`;
  const known = found.get(key) ?? (isBash(wanted) ? named(wanted) : search(env.PATH ?? ''));
  found.set(key, known);
  return known;
}

/** Commands are judged by the grammar of bash, so no other shell may run them. */
function isBash(path: string): boolean {
  return isAbsolute(path) && /^bash(-?\d[\d.]*)?$/.test(basename(path));
}

function named(path: string): string {
  const problem = whyNotExecutable(path);
  if (problem !== undefined)
    throw missing(`CLAUDE_CODE_SHELL names ${path}, which cannot be run: ${problem}. Correct or remove the variable.`, path);
  return path;
}

function search(path: string): string {
  const place = findProgram('bash', path, usualPlaces);
  if (place === undefined)
    throw missing(
      `There is no bash in PATH (${path}) nor in ${usualPlaces.join(', ')}. Install bash or set CLAUDE_CODE_SHELL to its path.`,
      'bash',
    );
  return place;
}

function missing(message: string, shell: string): AgentError {
  return new AgentError('spawn_failed', `The command was not run. ${message}`, { data: { shell } });
}
