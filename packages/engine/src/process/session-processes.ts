import { endProcesses, patience } from './end-processes.js';
import { sessionMark } from './process-mark.js';
import { forgetGroup } from './watchdog.js';

/** Sessions that have run commands, each with the groups that had processes left when their command ended. */
const leaders = new Map<string, Set<number>>();

/** A session has run a command, so there may be processes to end with it. */
export function noteCommand(sessionId: string): void {
  if (!leaders.has(sessionId)) leaders.set(sessionId, new Set());
}

/** A command has ended and left processes behind in its group. */
export function rememberLeader(sessionId: string, pid: number): void {
  leaders.get(sessionId)?.add(pid);
}

/** Ends whatever the commands of a session have left running. */
export async function endSessionProcesses(sessionId: string): Promise<void> {
  const groups = leaders.get(sessionId);
  if (!groups) return;
  leaders.delete(sessionId);
  await endProcesses({ mark: sessionMark(sessionId), leaders: [...groups] }, patience.stop);
  for (const leader of groups) forgetGroup(leader);
}
