import { isUtf8 } from 'node:buffer';
import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { AgentError, errorText } from '@inboard/wire';
import type { Environment } from '../port/environment.js';

/** The file in which the first hooks of a session leave variables for its commands. */
export interface EnvFile {
  /** Where a hook adds its lines. Made anew by each engine, so that nobody else's lines are ever run. May throw. */
  forHook(): string;
  /** What hooks have written so far. Throws an AgentError when it cannot be used. */
  text(): string;
}

/** The file for a session, in its own folder; made when a hook first asks for it. */
export function createEnvFile(folder: string): EnvFile {
  const path = join(folder, 'hook-env.sh');
  let made = false;
  return {
    forHook: () => {
      if (!made) create(folder, path);
      made = true;
      return path;
    },
    text: () => (made ? read(path, 'A hook has left variables in') : ''),
  };
}

function create(folder: string, path: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Whoever else could write to the folder could put lines there for us to run.
  const { uid, mode } = lstatSync(folder);
  if (process.getuid !== undefined && (uid !== process.getuid() || (mode & 0o022) !== 0))
    throw new AgentError('spawn_failed', `${folder} can be written by others, so no variables of hooks are kept there.`, {
      data: { folder },
    });
  rmSync(path, { force: true });
  closeSync(openSync(path, 'wx', 0o600));
}

/** Lines to run before each command: of the file that `CLAUDE_ENV_FILE` names, then those of hooks. Throws an AgentError that says what is wrong with them. */
export function envLines(env: Environment, hooks: EnvFile | undefined): string[] {
  const named = env.CLAUDE_ENV_FILE ?? '';
  // A relative path would let the project at hand choose what is run.
  if (named !== '' && !isAbsolute(named)) throw refused('CLAUDE_ENV_FILE names', named, 'it is no absolute path');
  return [...(named === '' ? [] : [read(named, 'CLAUDE_ENV_FILE names')]), hooks?.text() ?? ''].filter((lines) => lines.trim() !== '');
}

/** As much as fits into the script of a command with room to spare. */
const maxBytes = 64 * 1024;

function read(path: string, who: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw refused(who, path, errorText(error));
  }
  if (bytes.length > maxBytes) throw refused(who, path, `it has more than ${maxBytes} bytes`);
  if (!isUtf8(bytes) || bytes.includes(0)) throw refused(who, path, 'it is no text');
  return bytes.toString('utf8');
}

function refused(who: string, path: string, problem: string): AgentError {
  return new AgentError('spawn_failed', `The command was not run: ${who} ${path}, which cannot be read: ${problem}.`, { data: { path } });
}
