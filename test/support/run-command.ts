import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { Options } from 'inboard';
import { cliPath } from '../harness.js';

/** How a command ended. */
export interface CommandEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Where commands run: an agent, or a place like one. */
export interface CommandPlace {
  cwd: string;
  options: Pick<Options, 'env'>;
}

/** Runs `inboard` in a place. `onOutput` sees everything so far. */
export async function runCommand(place: CommandPlace, args: string[], onOutput?: (stdout: string) => void): Promise<CommandEnd> {
  const env = place.options.env as Record<string, string>; // the harness makes it of texts
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [cliPath, ...args], { cwd: place.cwd, env });
  const end: CommandEnd = { code: null, stdout: '', stderr: '' };
  child.stdin.end();
  child.stdout.on('data', (chunk: Buffer) => {
    end.stdout += chunk.toString();
    onOutput?.(end.stdout);
  });
  child.stderr.on('data', (chunk: Buffer) => (end.stderr += chunk.toString()));
  [end.code] = (await once(child, 'close')) as [number | null];
  return end;
}

/** Runs `inboard mcp login` with a person who opens the address at once. */
export async function logIn(place: CommandPlace, name: string): Promise<CommandEnd> {
  let opened = false;
  return runCommand(place, ['mcp', 'login', name], (stdout) => {
    const url = /^ {2}(http\S+)\n/m.exec(stdout)?.[1];
    if (opened || url === undefined) return;
    opened = true;
    void fetch(url).catch(() => undefined); // the command says what came of it
  });
}
