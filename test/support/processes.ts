import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processTable } from '@inboard/wire/subprocess';

/** Waits until something is true; the test's own time limit is the only limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(25);
}

/** Processes whose command line holds this text. */
export function processesWith(part: string): number[] {
  return [...processTable().values()].filter((row) => !row.zombie && commandLine(row.pid).includes(part)).map((row) => row.pid);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended
  }
}

let nextNap = 0;

/** A duration nobody else sleeps for, to find a process by. */
export function nap(): string {
  nextNap += 1;
  return `${777_000 + (process.pid % 1000) + nextNap}.${process.pid}`;
}

/** The most memory a process has had so far, in megabytes. */
export function peakMegabytes(pid: number): number {
  return Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
