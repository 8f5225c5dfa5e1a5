import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownMark } from '../process-mark.js';
import { quote } from '../quote.js';
import { dropFolder, notePlaceholder } from '../watchdog.js';
import type { ResourceLimits } from './limits.js';

/** Limits that hold for all processes of a session's commands together, and for root too, whom the limits of a shell do not bind. */
export interface ControlGroup {
  /** A program that starts within the group. */
  wrap(argv: string[]): string[];
  readonly memoryIsLimited: boolean;
  close(): void;
}

/** Makes a control group. Nothing for anybody but root, or where there are none that can be made. */
export function createControlGroup(limits: ResourceLimits, shell: string): ControlGroup | undefined {
  if (process.getuid?.() !== 0) return undefined;
  count += 1;
  const name = `inboard-${ownMark.slice(3, 15)}-${count}`;
  const made = hierarchies(limits).flatMap(({ base, files }) => {
    const folder = join(base, name);
    const set = create(folder, files);
    return set.length === 0 ? [] : [{ folder, set }];
  });
  if (made.length === 0) return undefined;
  const enter = made.map(({ folder }) => `echo $$ >${quote(join(folder, 'cgroup.procs'))}`).join(' && ');
  return {
    wrap: (argv) => [shell, '--norc', '--noprofile', '-c', `${enter} && exec "$@"`, shell, ...argv],
    memoryIsLimited: made.some(({ set }) => set.some((file) => file.startsWith('memory.'))),
    close: () => {
      for (const { folder } of made) remove(folder);
    },
  };
}

let count = 0;

interface Hierarchy {
  base: string;
  /** What is written to which of its files. */
  files: readonly (readonly [file: string, value: number])[];
}

/** Where groups are made: a folder for each controller in the older kind, one for all in the newer. */
function hierarchies({ processes, memory }: ResourceLimits): Hierarchy[] {
  const lines = readLines('/proc/self/cgroup');
  const base = (controller: string, folder: string) =>
    lines.flatMap((line) => {
      const [, names = '', path = ''] = line.split(':');
      return names.split(',').includes(controller) ? [join('/sys/fs/cgroup', folder, path)] : [];
    });
  const place = (bases: string[], files: Hierarchy['files']) => bases.map((each) => ({ base: each, files }));
  return [
    ...place(base('pids', 'pids'), [['pids.max', processes]]),
    ...place(base('memory', 'memory'), [
      ['memory.limit_in_bytes', memory],
      ['memory.memsw.limit_in_bytes', memory],
    ]),
    ...place(base('', ''), [
      ['pids.max', processes],
      ['memory.max', memory],
      ['memory.swap.max', 0],
    ]),
  ];
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return []; // no control groups on this machine
  }
}

/** Makes a group and says which of its limits could be set; one without any is not left behind. */
function create(folder: string, files: Hierarchy['files']): string[] {
  try {
    notePlaceholder(folder);
    mkdirSync(folder);
  } catch {
    dropFolder(folder); // not ours to make
    return [];
  }
  const set = files.flatMap(([file, value]) => (write(join(folder, file), value) ? [file] : []));
  if (set.length === 0) remove(folder);
  return set;
}

function write(path: string, value: number): boolean {
  try {
    writeFileSync(path, String(value), { flag: 'r+' });
    return true;
  } catch {
    return false; // no such limit in this group
  }
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
    dropFolder(folder);
  } catch {
    // something is still ending in it: then the watchdog takes it away later
  }
}
