import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '@inboard/wire';

/** Who writes to a session. */
interface Holder {
  pid: number;
  /** When that process started: a pid alone may have been given to another one since. */
  started: string;
  /** Which boot of the machine: after a restart nobody holds anything. */
  boot: string;
}

const prefix = 'lock-';

/**
 * Makes this process the one writer of a session and returns what gives it up. Each opener puts a file of
 * its own into the folder and looks for others only then, so two can never both believe to be alone.
 * A session that is being closed is waited for; throws `session_in_use` with the holder's pid after that.
 */
export async function lockSession(folder: string, options: { waitMs: number }): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const until = performance.now() + options.waitMs;
  for (;;) {
    const mine = `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`;
    put(folder, mine);
    const other = otherHolder(folder, mine);
    if (!other) return () => rmSync(join(folder, mine), { force: true });
    rmSync(join(folder, mine), { force: true });
    if (performance.now() >= until) throw inUse(folder, other.pid);
    await sleep(10 + Math.random() * 40); // two that come at once must not stay in step
  }
}

/** The process that writes to a session, if one does. */
export function sessionHolder(folder: string): number | undefined {
  return otherHolder(folder, '')?.pid;
}

/** Puts a lock into the folder; it is never seen half-written. */
function put(folder: string, name: string): void {
  const me: Holder = { pid: process.pid, started: startTime(process.pid), boot: bootId() };
  const temporary = join(folder, `.${name}`);
  writeFileSync(temporary, JSON.stringify(me), { mode: 0o600, flag: 'wx' });
  renameSync(temporary, join(folder, name));
}

/** The holder of another lock; those of processes that are gone are swept away. */
function otherHolder(folder: string, mine: string): Holder | undefined {
  for (const name of readdirSync(folder)) {
    if (name === mine || !name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const holder = readHolder(path);
    if (holder && isAlive(holder)) return holder;
    rmSync(path, { force: true });
  }
  return undefined;
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
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return startTime(pid) === started;
}

/** The start time of a process in clock ticks; empty where that cannot be read, and for one that has ended and waits for its parent. */
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? '' : (fields[19] ?? '');
  } catch {
    return ''; // no /proc: the pid alone has to do
  }
}

let knownBoot: string | undefined;

function bootId(): string {
  try {
    return (knownBoot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim());
  } catch {
    return ''; // likewise
  }
}

function inUse(folder: string, pid: number): AgentError {
  return new AgentError(
    'session_in_use',
    `The session is open in process ${pid}. Close it there, or resume with forkSession (--fork-session) to go on in a copy.`,
    { data: { folder, pid } },
  );
}
