import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The variable by which a process is known as ours, wherever it has moved in the process tree. */
export const markVariable = 'INBOARD_MARK';

/** Part of the mark of every command this process starts. */
export const ownMark = `ib-${randomBytes(12).toString('hex')}/`;

let count = 0;

/** Part of the mark of every command of a session. */
export function sessionMark(sessionId: string): string {
  return `${ownMark}${sessionId}/`;
}

/** A mark for one command. */
export function newMark(sessionId: string): string {
  count += 1;
  return `${sessionMark(sessionId)}${count}/`;
}

/** True when a process or one it descends from was started with this mark. False where that cannot be seen. */
export function hasMark(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`).includes(mark);
  } catch {
    return false; // gone, another user's, or no /proc here
  }
}
