import { rmSync, statSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

/** How files begin that say, by their time, that a process lives. */
export const heartbeatPrefix = '.alive-';

const beatMs = 10_000;
/** A process whose last sign is older than this is gone. */
const staleMs = 35_000;

interface Heart {
  name: string;
  holders: number;
  timer: NodeJS.Timeout;
}

/** The hearts of this process, by the folder they beat in. */
const hearts = new Map<string, Heart>();

/** Shows those who cannot see this process that it lives, until the returned function is called. One file serves all sessions of a folder. */
export function beginHeartbeat(folder: string): { name: string; end: () => void } {
  const heart = hearts.get(folder) ?? startHeart(folder);
  heart.holders += 1;
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    heart.holders -= 1;
    if (heart.holders === 0) stopHeart(folder, heart);
  };
  return { name: heart.name, end };
}

/** Whether a heart beats, by the clock of the file system: `now` is the time of a file just written. */
export function isBeating(folder: string, name: string, now: number): boolean {
  if (!name.startsWith(heartbeatPrefix) || name.includes('/')) return false;
  const stat = statSync(join(folder, name), { throwIfNoEntry: false });
  return stat !== undefined && now - stat.mtimeMs < staleMs;
}

function startHeart(folder: string): Heart {
  const name = `${heartbeatPrefix}${process.pid}-${randomBytes(6).toString('hex')}`;
  writeFileSync(join(folder, name), '.', { mode: 0o600 });
  const heart: Heart = { name, holders: 0, timer: setInterval(() => beat(join(folder, name)), beatMs).unref() };
  hearts.set(folder, heart);
  return heart;
}

function stopHeart(folder: string, { name, timer }: Heart): void {
  clearInterval(timer);
  hearts.delete(folder);
  rmSync(join(folder, name), { force: true });
}

function beat(path: string): void {
  try {
    writeFileSync(path, '.', { mode: 0o600 }); // takes the time of the file system, which others go by
  } catch {
    // a folder that is gone or full: whoever can see this process goes by that
  }
}
