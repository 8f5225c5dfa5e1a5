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
  const children = childrenByParent();
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

/** True while this very process runs; a zombie does not. */
export function isRunning(member: TreeMember): boolean {
  const now = readStat(member.pid);
  return now !== undefined && now.started === member.started && now.state !== 'Z';
}

/** Sends a signal to one process; one that is gone is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false; // already gone, or never a process group of its own
  }
}

/** Sends a signal to the process group that a process leads; false when it has no members. */
export function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  return signalProcess(-pid, signal);
}

function childrenByParent(): Map<number, TreeMember[]> {
  const children = new Map<number, TreeMember[]>();
  for (const entry of listProc()) {
    const stat = readStat(Number(entry));
    if (!stat) continue;
    const siblings = children.get(stat.parent) ?? [];
    siblings.push({ pid: Number(entry), started: stat.started });
    children.set(stat.parent, siblings);
  }
  return children;
}

function listProc(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return []; // no /proc on this platform: the process group is all we can reach
  }
}

function readStat(pid: number): { state: string; parent: number; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything; the fields after the last one are fixed.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', parent: Number(fields[1]), started: fields[19] ?? '' };
  } catch {
    return undefined; // it ended while we looked
  }
}
