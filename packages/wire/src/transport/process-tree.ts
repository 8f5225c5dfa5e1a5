import { readdirSync, readFileSync } from 'node:fs';

/** A process and when it started: an id alone may be given to another one later. */
export interface TreeMember {
  pid: number;
  /** Clock ticks since the machine started. */
  startedAt: number;
}

/** A process as the kernel lists it. */
export interface ProcessRow extends TreeMember {
  parent: number;
  group: number;
  session: number;
  /** Ended, and only waiting to be noticed by its parent. */
  zombie: boolean;
}

/** Every process of this machine by pid. Empty where /proc does not exist. */
export function processTable(): Map<number, ProcessRow> {
  const rows = listProc().flatMap((entry) => readRow(entry) ?? []);
  return new Map(rows.map((row) => [row.pid, row]));
}

/** Sends a signal to a process and everything that descends from it, also what has left its process group. */
export function killTree(pid: number, signal: NodeJS.Signals): void {
  const below = descendants(pid);
  // From the top: a shell whose child ends first would go on with its next command.
  signalGroup(pid, signal);
  for (const target of [pid, ...below.toReversed()]) signalProcess(target, signal);
}

/** Every living descendant of a process, deepest first. Empty where /proc does not exist. */
export function descendants(pid: number, table: ReadonlyMap<number, ProcessRow> = processTable()): number[] {
  return processTree(pid, table).map((member) => member.pid);
}

/** The living descendants with their start times, deepest first. Empty where /proc does not exist. */
export function processTree(pid: number, table: ReadonlyMap<number, ProcessRow> = processTable()): TreeMember[] {
  const children = new Map<number, TreeMember[]>();
  for (const row of table.values()) {
    const siblings = children.get(row.parent);
    if (siblings) siblings.push(row);
    else children.set(row.parent, [row]);
  }
  const found: TreeMember[] = [];
  const visit = (parent: number) => {
    for (const child of children.get(parent) ?? []) {
      visit(child.pid);
      found.push(child);
    }
  };
  visit(pid);
  return found;
}

/** The processes that run in the group a process leads or led. Empty where /proc does not exist. */
export function processGroup(pid: number): TreeMember[] {
  return [...processTable().values()].filter((row) => row.group === pid && !row.zombie);
}

/** True while this very process runs; a zombie does not. */
export function isRunning(member: TreeMember): boolean {
  const now = readRow(String(member.pid));
  return now !== undefined && now.startedAt === member.startedAt && !now.zombie;
}

/** Sends a signal; a process that is gone is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // already gone, or never a process group of its own
  }
}

/** Sends a signal to the process group that a process leads or led. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  signalProcess(-pid, signal);
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
