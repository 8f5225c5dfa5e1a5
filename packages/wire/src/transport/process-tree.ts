import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to a process and everything that descends from it, also what has left its process group. */
export function killTree(pid: number, signal: NodeJS.Signals): void {
  for (const target of [...descendants(pid), pid]) send(target, signal);
  send(-pid, signal);
}

/** Every living descendant of a process, deepest first. Empty where /proc does not exist. */
export function descendants(pid: number): number[] {
  const children = childrenByParent();
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

function childrenByParent(): Map<number, number[]> {
  const children = new Map<number, number[]>();
  for (const entry of listProc()) {
    const parent = parentOf(entry);
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
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

function parentOf(entry: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${entry}/stat`, 'latin1');
    // The name in parentheses may hold anything; the fields after the last one are fixed.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[1]);
  } catch {
    return undefined; // it ended while we looked
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // already gone, or never a process group of its own
  }
}
