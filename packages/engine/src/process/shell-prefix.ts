import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { quote } from './quote.js';

/**
 * What is started instead of the shell when `CLAUDE_CODE_SHELL_PREFIX` names a program: that program, with
 * the whole line as its last argument. It is the program's task to run it. Throws an AgentError that names
 * a program that is not there.
 */
export function withPrefix(argv: string[], env: Environment): string[] {
  const prefix = env.CLAUDE_CODE_SHELL_PREFIX?.trim() ?? '';
  if (prefix === '') return argv;
  const line = argv.map(quote).join(' ');
  if (isAbsolute(prefix) && isProgram(prefix)) return [prefix, line]; // a path may hold blanks
  const [name, ...words] = prefix.split(/\s+/);
  return [find(name!, env.PATH ?? ''), ...words, line];
}

/** A relative path, or a relative folder of the path, would let the project at hand choose what runs. */
function find(name: string, path: string): string {
  const folders = name.includes('/') ? [] : path.split(delimiter).filter((folder) => isAbsolute(folder));
  const found = [...(isAbsolute(name) ? [name] : []), ...folders.map((folder) => join(folder, name))].find(isProgram);
  if (found !== undefined) return found;
  throw new AgentError(
    'spawn_failed',
    `The command was not run: CLAUDE_CODE_SHELL_PREFIX names ${name}, which is no program that can be run. Give its absolute path, or remove the variable.`,
    { data: { program: name } },
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // absent, or not ours to run
  }
}
