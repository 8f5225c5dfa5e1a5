import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentError } from '@inboard/wire';

/** Who writes to a session. */
interface Holder {
  pid: number;
  /** When that process started: a pid alone may have been given to another one since. */
  started: string;
  /** Which boot of the machine: after a restart nobody holds anything. */
  boot: string;
}

/** Sessions that this process writes to. */
const held = new Set<string>();

/** Makes this process the one writer of a session. Throws `session_in_use` with the holder's pid. Returns what gives it up. */
export function lockSession(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (held.has(path)) throw inUse(path, process.pid);
  const me: Holder = { pid: process.pid, started: startTime(process.pid), boot: bootId() };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (claim(path, me)) {
      held.add(path);
      return () => release(path);
    }
    const holder = readHolder(path);
    if (holder && isAlive(holder)) throw inUse(path, holder.pid);
    rmSync(path, { force: true }); // left behind by a process that is gone
  }
  throw inUse(path, 0);
}

/** Writes the whole lock beside its place and links it there: it is never seen half-written. */
function claim(path: string, me: Holder): boolean {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(temporary, JSON.stringify(me), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

function release(path: string): void {
  held.delete(path);
  rmSync(path, { force: true });
}

function readHolder(path: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    return typeof value.pid === 'number' ? { pid: value.pid, started: String(value.started), boot: String(value.boot) } : undefined;
  } catch {
    return undefined; // gone, or no lock of ours
  }
}

function isAlive({ pid, started, boot }: Holder): boolean {
  if (boot !== bootId()) return false;
  if (pid === process.pid) return false; // not in `held`: an earlier session of this process has left it
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startTime(pid) === started;
}

/** The start time of a process in clock ticks; empty where that cannot be read. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return ''; // no /proc: the pid alone has to do
  }
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return ''; // likewise
  }
}

function inUse(path: string, pid: number): AgentError {
  return new AgentError('session_in_use', `The session is open in process ${pid}. Close it there, or resume with forkSession to go on in a copy.`, { data: { path, pid } });
}
