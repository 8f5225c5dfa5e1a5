import { readdirSync, readFileSync } from 'node:fs';

/** A process and when it started: an id alone may be given to another one later. */
export interface TreeMember {
  pid: number;
  started: string;
}

/** Sends a signal to a process and everything that descends from it, also what has left its process group. */
export function killTree(pid: number, signal: NodeJS.Signals): void {
  for (const target of [...descendants(pid), pid]) signalProcess(target, signal);
  signalGroup(pid, signal);
}

/** Every living descendant of a process, deepest first. Empty where /proc does not exist. */
export function descendants(pid: number): number[] {
  return processTree(pid).map((member) => member.pid);
}

/** The living descendants with their start times, deepest first. Empty where /proc does not exist. */
export function processTree(pid: number): TreeMember[] {
  const children = new Map<number, TreeMember[]>();
  for (const each of listProcesses()) {
    const siblings = children.get(each.parent);
    if (siblings) siblings.push(each);
    else children.set(each.parent, [each]);
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
  return listProcesses().filter((each) => each.group === pid && each.state !== 'Z');
}

/** True while this very process runs; a zombie does not. */
export function isRunning(member: TreeMember): boolean {
  const now = readStat(member.pid);
  return now !== undefined && now.started === member.started && now.state !== 'Z';
}

/** Sends a signal to one process; one that is gone is no error. */
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

interface Stat extends TreeMember {
  state: string;
  parent: number;
  group: number;
}

function listProcesses(): Stat[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (readStat(Number(name)) ?? []) : []));
  } catch {
    return []; // no /proc on this platform: the process group is all we can reach
  }
}

function readStat(pid: number): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; the fields after the last one are fixed.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, state: fields[0] ?? '', parent: Number(fields[1]), group: Number(fields[2]), started: fields[19] ?? '' };
  } catch {
    return undefined; // it ended while we looked
  }
}
