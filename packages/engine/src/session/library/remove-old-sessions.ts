import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { heartbeatPrefix } from '../heartbeat.js';
import { configDir, isSessionId, removedPrefix } from '../paths.js';
import { removeSession } from './remove-session.js';
import { dropIndex } from './session-index.js';

const dayMs = 24 * 60 * 60 * 1000;

export interface RemoveOldOptions {
  /** Sessions that were not used for longer go. */
  days: number;
  now: Date;
  /** Stops between two sessions. */
  signal: AbortSignal;
}

/** Folders that are being gone through: many sessions may begin at once. */
const atWork = new Set<string>();

/**
 * Removes sessions that were not used for a time, once a day at most, and says which. Those that are open stay, and so
 * does what other programs have written. Throws when the folder cannot be written.
 */
export async function removeOldSessions(env: Environment, options: RemoveOldOptions): Promise<string[]> {
  const sessions = join(configDir(env), 'sessions');
  const stamp = join(sessions, '.cleaned');
  const { now, signal } = options;
  if (atWork.has(sessions) || Math.abs(now.getTime() - lastUse(stamp)) < dayMs) return [];
  atWork.add(sessions);
  try {
    const removed = await removeIn(sessions, env, options);
    if (removed.length > 0) dropIndex(env);
    if (!signal.aborted) {
      writeFileSync(stamp, '', { mode: 0o600 });
      utimesSync(stamp, now, now);
    }
    return removed;
  } finally {
    atWork.delete(sessions);
  }
}

async function removeIn(sessions: string, env: Environment, { days, now, signal }: RemoveOldOptions): Promise<string[]> {
  const removed: string[] = [];
  const limit = now.getTime() - days * dayMs;
  for (const name of readdirSync(sessions)) {
    if (signal.aborted) break;
    const folder = join(sessions, name);
    if (isLitter(name, folder, now)) rmSync(folder, { recursive: true, force: true });
    if (isSessionId(name) && (await tryRemove(env, folder, limit))) removed.push(name);
    await breathe(); // a host has other things to do
  }
  return removed;
}

/** What processes that were killed have left. */
function isLitter(name: string, path: string, now: Date): boolean {
  return name.startsWith(removedPrefix) || (name.startsWith(heartbeatPrefix) && now.getTime() - lastUse(path) > dayMs);
}

async function tryRemove(env: Environment, folder: string, limit: number): Promise<boolean> {
  const transcript = join(folder, 'transcript.jsonl');
  const used = lastUse(transcript) || lastUse(folder); // one that was never written to has the time of its folder
  if (used === 0 || used >= limit) return false;
  try {
    return await removeSession(env, { sessionId: basename(folder), folder }, () => lastUse(transcript) >= limit);
  } catch (error) {
    if (AgentError.is(error)) return false; // it is open
    throw error;
  }
}

function lastUse(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
