import { readdirSync, readFileSync } from 'node:fs';

/** A process as the kernel lists it. */
export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
  session: number;
  /** Ended, and only waiting to be noticed by its parent. */
  zombie: boolean;
  /** Clock ticks since the machine started: with the pid it names one process for good. */
  startedAt: number;
}

/** Sends a signal to a process and everything that descends from it, also what has left its process group. */
export function killTree(pid: number, signal: NodeJS.Signals): void {
  for (const target of [...descendants(pid), pid]) sendSignal(target, signal);
  sendSignal(-pid, signal);
}

/** Every living descendant of a process, deepest first. Empty where /proc does not exist. */
export function descendants(pid: number, table: ReadonlyMap<number, ProcessRow> = processTable()): number[] {
  const children = new Map<number, number[]>();
  for (const row of table.values()) children.set(row.parent, [...(children.get(row.parent) ?? []), row.pid]);
  const found: number[] = [];
  const visit = (parent: number) => {
    for (const child of children.get(parent) ?? []) {
      visit(child);
      found.push(child);
    }
  };
  visit(pid);
  return found;
}

/** Every process of this machine by pid. Empty where /proc does not exist. */
export function processTable(): Map<number, ProcessRow> {
  const rows = listProc().flatMap((entry) => readRow(entry) ?? []);
  return new Map(rows.map((row) => [row.pid, row]));
}

/** Sends a signal; a negative pid names a process group. A process that is gone is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // already gone, or never a process group of its own
  }
}

function listProc(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // no /proc on this platform: the process group is all we can reach
  }
}

function readRow(entry: string): ProcessRow | undefined {
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
    // The name in parentheses may hold anything; the fields after the last one are fixed.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [parent, group, session] = fields.slice(1, 4).map(Number) as [number, number, number]; // fixed fields
    return { pid: Number(entry), parent, group, session, zombie: fields[0] === 'Z' || fields[0] === 'X', startedAt: Number(fields[19]) };
  } catch {
    return undefined; // it ended while we looked
  }
}
