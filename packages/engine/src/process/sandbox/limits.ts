import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { envNumber, type Environment } from '../../port/environment.js';
import { ownMark } from '../process-mark.js';
import { dropFolder, notePlaceholder } from '../watchdog.js';

const gigabyte = 1024 ** 3;

/** Lines for the shell that limit how many processes a confined command has and how much memory each may take. */
export function limitLines(env: Environment): string {
  // Address space, of which some programs reserve far more than they use: a lower limit would break them.
  const usual = Math.max(16 * gigabyte, 0.75 * totalmem()) / 1024 ** 2;
  const megabytes = envNumber(env, 'INBOARD_SANDBOX_MEMORY_MB', 0) || usual;
  return `ulimit -u ${processLimit(env)} -v ${Math.floor(megabytes * 1024)}`;
}

/** A way to start a program within a limited number of processes that holds for root too, whom the limits of a shell do not bind. */
export interface ProcessGroupLimit {
  wrap(argv: string[]): string[];
  close(): void;
}

/** A control group for the commands of a session. Nothing for anybody but root, or where there are no control groups. */
export function limitForRoot(env: Environment, shell: string): ProcessGroupLimit | undefined {
  if (process.getuid?.() !== 0) return undefined;
  count += 1;
  const folder = groupFolders()
    .map((base) => join(base, `inboard-${ownMark.slice(3, 15)}-${count}`))
    .find((candidate) => create(candidate, processLimit(env)));
  if (folder === undefined) return undefined;
  const enter = 'echo $$ >"$0/cgroup.procs" && exec "$@"';
  return { wrap: (argv) => [shell, '--norc', '--noprofile', '-c', enter, folder, ...argv], close: () => remove(folder) };
}

let count = 0;

function processLimit(env: Environment): number {
  return Math.floor(envNumber(env, 'INBOARD_SANDBOX_PROCESSES', 0)) || 1024;
}

function groupFolders(): string[] {
  try {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
    const pathOf = (controller: string) => lines.find((line) => line.split(':')[1] === controller)?.split(':')[2];
    const [old, unified] = [pathOf('pids'), pathOf('')];
    return [
      ...(old === undefined ? [] : [join('/sys/fs/cgroup/pids', old)]),
      ...(unified === undefined ? [] : [join('/sys/fs/cgroup', unified)]),
    ];
  } catch {
    return []; // no control groups on this machine
  }
}

function create(folder: string, limit: number): boolean {
  try {
    notePlaceholder(folder);
    mkdirSync(folder);
    writeFileSync(join(folder, 'pids.max'), String(limit), { flag: 'r+' });
    return true;
  } catch {
    remove(folder); // not ours to make, or without a limit on processes
    return false;
  }
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
    dropFolder(folder);
  } catch {
    // never made, or something is still ending in it: then the watchdog takes it away later
  }
}
