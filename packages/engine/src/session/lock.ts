import { existsSync, readdirSync, readFileSync, readlinkSync, renameSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '@inboard/wire';
import { beginHeartbeat, isBeating } from './heartbeat.js';
import { makeFolder } from './make-folder.js';

/** Who writes to a session. */
interface Holder {
  pid: number;
  /** When that process started: a pid alone may have been given to another one since. */
  started: string;
  /** Which boot of the machine: after a restart nobody holds anything. */
  boot: string;
  /** Which namespace of pids: in another container a pid means another process. */
  space: string;
  host: string;
  /** The file that shows that it lives to those who cannot see it. */
  heart: string;
}

const prefix = 'lock-';

/**
 * Makes this process the one writer of a session and returns what gives it up. Each opener puts a file of
 * its own into the folder and looks for others only then, so two can never both believe to be alone.
 * A session that is being closed is waited for; throws `session_in_use` with the holder after that.
 */
export async function lockSession(folder: string, options: { waitMs: number }): Promise<() => void> {
  makeFolder(dirname(folder));
  const heart = beginHeartbeat(dirname(folder));
  try {
    const mine = await takeLock(folder, heart.name, options.waitMs);
    return () => {
      rmSync(mine, { force: true });
      removeIfEmpty(folder);
      heart.end();
    };
  } catch (error) {
    heart.end();
    throw error;
  }
}

/** A session in which nothing was said leaves nothing behind. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // there is something in it, or it is gone
  }
}

async function takeLock(folder: string, heart: string, waitMs: number): Promise<string> {
  const until = performance.now() + waitMs;
  for (;;) {
    const mine = `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`;
    const outcome = tryLock(folder, mine, heart);
    if (outcome === 'alone') return join(folder, mine);
    rmSync(join(folder, mine), { force: true });
    if (outcome !== 'folder gone' && performance.now() >= until) throw inUse(folder, outcome);
    await sleep(10 + Math.random() * 40); // two that come at once must not stay in step
  }
}

/** Puts a lock into the folder and looks for others. The one who had the session may have removed it just now. */
function tryLock(folder: string, mine: string, heart: string): 'alone' | 'folder gone' | Holder {
  makeFolder(folder);
  try {
    put(folder, mine, heart);
    return otherHolder(folder, mine) ?? 'alone';
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !existsSync(folder)) return 'folder gone';
    throw error;
  }
}

/** Puts a lock into the folder; it is never seen half-written. */
function put(folder: string, name: string, heart: string): void {
  const me: Holder = { pid: process.pid, started: startTime(process.pid), boot: bootId(), space: pidSpace(), host: hostname(), heart };
  const temporary = join(folder, `.${name}`);
  writeFileSync(temporary, JSON.stringify(me), { mode: 0o600, flag: 'wx' });
  renameSync(temporary, join(folder, name));
}

/** The holder of another lock; those of processes that are gone are swept away. */
function otherHolder(folder: string, mine: string): Holder | undefined {
  const now = statSync(join(folder, mine)).mtimeMs;
  for (const name of readdirSync(folder)) {
    if (name === mine || !name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const holder = readHolder(path);
    if (holder && isAlive(holder, dirname(folder), now)) return holder;
    rmSync(path, { force: true });
  }
  return undefined;
}

function readHolder(path: string): Holder | undefined {
  try {
    const { pid, ...rest } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Holder>;
    const { started = '', boot = '', space = '', host = '', heart = '' } = rest;
    return typeof pid === 'number' ? { pid, started, boot, space, host, heart } : undefined;
  } catch {
    return undefined; // gone, or no lock of ours
  }
}

function isAlive(holder: Holder, sessions: string, now: number): boolean {
  if (isVisible(holder)) return isRunning(holder);
  const restarted = holder.host === hostname() && holder.boot !== bootId();
  return !restarted && isBeating(sessions, holder.heart, now);
}

/** Whether the pid of a holder means the same process here. */
function isVisible({ boot, space, host }: Holder): boolean {
  return boot === bootId() && space === pidSpace() && (boot !== '' || host === hostname());
}

function isRunning({ pid, started }: Holder): boolean {
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

let knownSpace: string | undefined;

function pidSpace(): string {
  try {
    return (knownSpace ??= readlinkSync('/proc/self/ns/pid'));
  } catch {
    return ''; // likewise
  }
}

function inUse(folder: string, holder: Holder): AgentError {
  const { pid, host } = holder;
  const where = isVisible(holder) ? '' : ` on ${host || 'another machine'} or in another container`;
  return new AgentError(
    'session_in_use',
    `The session is open in process ${pid}${where}. Close it there, or resume with forkSession (--fork-session) to go on in a copy.`,
    { data: { folder, pid, host } },
  );
}
