import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chown } from 'node:fs/promises';
import type { Options } from 'inboard';
import { cliPath, type Agent } from '../harness.js';

/** The user that nothing belongs to, and its group. */
const nobody = 65_534;

/** What drops the rights of root before a command line. */
function dropRights(): string[] {
  return process.getuid?.() === 0 ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'] : [];
}

/** Runs a program as the same ordinary user, and returns what it prints. */
export function runAsPlainUser(...argv: string[]): string {
  const [file, ...args] = [...dropRights(), ...argv];
  return execFileSync(file!, args, { encoding: 'utf8' }).trim();
}

/** Options that start the engine with the rights of an ordinary user, whoever runs the tests, and the process it runs in. */
export async function asPlainUser(agent: Agent): Promise<{ options: Options; engine: () => ChildProcess }> {
  if (dropRights().length > 0) for (const folder of [agent.cwd, agent.home]) await chown(folder, nobody, nobody);
  let child: ChildProcess | undefined;
  const options: Options = {
    spawnClaudeCodeProcess: ({ args, cwd, env }) => {
      const [command, ...rest] = [...dropRights(), process.execPath, cliPath, ...args];
      return (child = spawn(command!, rest, { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] }));
    },
  };
  return { options, engine: () => child! }; // asked for once it runs
}
