import { within } from './deadline.js';
import { isRunning, killTree, processGroup, processTree, signalGroup, signalProcess, type TreeMember } from './process-tree.js';
import type { SpawnedProcess } from './spawned-process.js';

/** Milliseconds between end of input and SIGTERM, and between SIGTERM and SIGKILL. */
export interface Grace {
  term: number;
  kill: number;
}

/** Ends a process: end of input, SIGTERM, SIGKILL, each for the whole tree. Nothing of it is left running. */
export async function shutDown(child: SpawnedProcess, exited: Promise<unknown>, grace: Grace, onForce: () => void): Promise<void> {
  const pid = 'pid' in child && typeof child.pid === 'number' ? child.pid : undefined;
  // Who belongs to it must be known before it ends: orphans have no parent to be found by.
  const family = pid === undefined ? [] : processTree(pid);
  child.stdin.on('error', () => undefined); // a dead child's pipe may still complain
  child.stdin.end();
  if (!(await within(exited, grace.term))) {
    if (pid !== undefined) family.push(...processTree(pid));
    onForce();
    signalTree(child, pid, 'SIGTERM');
    if (!(await within(exited, grace.kill))) {
      signalTree(child, pid, 'SIGKILL');
      await within(exited, grace.kill);
    }
  }
  if (pid !== undefined) await sweep(pid, family, grace.kill);
}

function signalTree(child: SpawnedProcess, pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid !== undefined) killTree(pid, signal);
  child.kill(signal);
}

/** Ends what outlived its parent: politely first, then not. */
async function sweep(pid: number, family: TreeMember[], patience: number): Promise<void> {
  const left = () => [...family.filter(isRunning), ...processGroup(pid)];
  const signalAll = (signal: NodeJS.Signals) => {
    signalGroup(pid, signal);
    for (const member of left()) signalProcess(member.pid, signal);
  };
  if (left().length === 0) return signalGroup(pid, 'SIGTERM');
  signalAll('SIGTERM');
  for (const deadline = Date.now() + patience; left().length > 0 && Date.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  signalAll('SIGKILL');
}
