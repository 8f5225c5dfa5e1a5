import { setTimeout as sleep } from 'node:timers/promises';
import { descendants, processTable, signalProcess, type ProcessRow } from '@inboard/wire/subprocess';
import { hasMark } from './process-mark.js';

/** Processes that belong together. */
export interface ProcessSet {
  /** What their environment holds. */
  mark: string;
  /** Leaders of process groups, each also of its own session. */
  leaders: readonly number[];
}

/** How long to wait after SIGTERM before SIGKILL, in milliseconds. */
export const patience = { timeLimit: 5000, stop: 1000, interrupt: 150 } as const;

const killRoundsMs = 2000;

/** Ends processes with everything they have started: SIGTERM, patience, SIGKILL. Resolves when all are gone, or cannot be ended. */
export async function endProcesses(set: ProcessSet, patienceMs: number): Promise<void> {
  const seen = new Map<number, number>();
  signalAll(set, seen, 'SIGTERM');
  if (await gone(set, seen, patienceMs)) return;
  await gone(set, seen, killRoundsMs, () => signalAll(set, seen, 'SIGKILL'));
}

/** The living processes of a set. Empty where /proc does not exist. */
export function livingProcesses(set: ProcessSet, seen: ReadonlyMap<number, number> = new Map()): ProcessRow[] {
  const table = processTable();
  const leaders = new Set(set.leaders);
  const belongs = (row: ProcessRow) => leaders.has(row.session) || seen.get(row.pid) === row.startedAt || hasMark(row.pid, set.mark);
  const roots = [...table.values()].filter((row) => row.pid !== process.pid && belongs(row));
  const all = new Set(roots.flatMap((row) => [row.pid, ...descendants(row.pid, table)]));
  return [...all].flatMap((pid) => table.get(pid) ?? []).filter((row) => !row.zombie && row.pid !== process.pid);
}

/** True while a process group has a member that could still be signalled. */
export function isGroupAlive(leader: number): boolean {
  try {
    process.kill(-leader, 0);
    return true;
  } catch {
    return false; // the whole group is gone
  }
}

function signalAll(set: ProcessSet, seen: Map<number, number>, signal: NodeJS.Signals): void {
  const living = livingProcesses(set, seen);
  // Groups first, all members at once: a shell whose child ends first would go on with its next command.
  for (const leader of set.leaders) signalProcess(-leader, signal);
  for (const row of living) {
    seen.set(row.pid, row.startedAt);
    signalProcess(row.pid, signal);
  }
}

/** Looks again and again, less and less often, until nothing is left or the time is over. */
async function gone(set: ProcessSet, seen: Map<number, number>, milliseconds: number, beforeLook?: () => void): Promise<boolean> {
  const until = performance.now() + milliseconds;
  for (let pause = 4; ; pause = Math.min(pause * 2, 64)) {
    beforeLook?.();
    await sleep(Math.min(pause, Math.max(until - performance.now(), 1)));
    if (isAllGone(set, seen)) return true;
    if (performance.now() >= until) return false;
  }
}

function isAllGone(set: ProcessSet, seen: ReadonlyMap<number, number>): boolean {
  if (livingProcesses(set, seen).length > 0) return false;
  // Zombies still count as group members; only without /proc are groups all there is to ask.
  return process.platform === 'linux' || !set.leaders.some(isGroupAlive);
}
