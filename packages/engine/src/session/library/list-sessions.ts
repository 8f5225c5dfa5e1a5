import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { SessionStore } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { configDir, isSessionId } from '../paths.js';
import { keyOf, projectFolder } from '../project-link.js';
import { findSession } from './find-session.js';
import { readEnds, readFacts, unreadable, type Ends } from './read-ends.js';
import { SessionIndex } from './session-index.js';
import { infoOf, type SDKSessionInfo } from './session-info.js';
import { listStored, storedInfo } from './stored-sessions.js';

/** Where to look for sessions; without `dir` everywhere. */
export interface SessionPlace {
  /** The working directory whose sessions are meant. */
  dir?: string;
  sessionStore?: SessionStore;
  env?: Environment;
}

export interface ListSessionsOptions extends SessionPlace {
  limit?: number;
  offset?: number;
}

interface Candidate extends Ends {
  stat: { size: number; mtimeMs: number };
}

/** Sessions, newest first. Reads the head and tail of transcripts that have changed since the last list, no more. */
export async function listSessions(options: ListSessionsOptions = {}): Promise<SDKSessionInfo[]> {
  const { offset = 0, limit = Infinity, dir, env = process.env } = options;
  if (options.sessionStore) return (await listStored(options.sessionStore, keyOf(dir ?? process.cwd()))).slice(offset, offset + limit);
  const shown: SDKSessionInfo[] = [];
  const isWanted = dir === undefined ? () => true : inFolder(dir);
  const index = new SessionIndex(env);
  const all = candidates(env, dir);
  let seen = 0;
  for (const candidate of all) {
    if (shown.length >= offset + limit) break;
    const info = describe(candidate, index);
    if (info && isWanted(info)) shown.push(info);
    if ((seen += 1) % 256 === 0) await breathe(); // a host has other things to do
  }
  index.save({ complete: dir === undefined && seen === all.length });
  return shown.slice(offset);
}

function describe({ sessionId, stat, ...ends }: Candidate, index: SessionIndex): SDKSessionInfo | undefined {
  const file = { mtime: stat.mtimeMs, size: stat.size };
  const known = index.find(sessionId, stat);
  if (known) return infoOf(sessionId, known, file);
  try {
    const { facts } = readFacts({ ...ends, stat });
    index.learn(sessionId, stat, facts);
    return infoOf(sessionId, facts, file);
  } catch (error) {
    return unreadable(sessionId, error, file);
  }
}

/** Whether a session belongs to a working directory; few directories have many sessions. */
function inFolder(dir: string): (info: SDKSessionInfo) => boolean {
  const wanted = keyOf(dir);
  const keys = new Map<string, string>();
  return ({ cwd }) => {
    if (cwd === undefined) return true;
    if (!keys.has(cwd)) keys.set(cwd, keyOf(cwd));
    return keys.get(cwd) === wanted;
  };
}

/** One session; nothing when there is none to show. */
export async function getSessionInfo(sessionId: string, options: SessionPlace = {}): Promise<SDKSessionInfo | undefined> {
  const { env = process.env } = options;
  if (options.sessionStore) return storedInfo(options.sessionStore, { projectKey: keyOf(options.dir ?? process.cwd()), sessionId });
  if (!isSessionId(sessionId)) return undefined;
  const found = findSession(env, sessionId);
  return found && readEnds(found);
}

function candidates(env: Environment, dir: string | undefined): Candidate[] {
  const sessions = join(configDir(env), 'sessions');
  const found = new Map<string, Candidate>();
  const add = (sessionId: string, path: string, folder?: string): void => {
    if (!isSessionId(sessionId) || found.has(sessionId)) return;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile()) return;
    const { size, mtimeMs } = stat;
    found.set(sessionId, { sessionId, path, ...(folder !== undefined && { folder }), stat: { size, mtimeMs } });
  };
  for (const id of list(sessions)) add(id, `${sessions}/${id}/transcript.jsonl`, `${sessions}/${id}`);
  const projects = join(configDir(env), 'projects');
  const folders = dir === undefined ? list(projects).map((name) => join(projects, name)) : [projectFolder(env, dir)];
  for (const folder of folders) for (const name of list(folder)) if (name.endsWith('.jsonl')) add(name.slice(0, -6), `${folder}/${name}`);
  return [...found.values()].toSorted((a, b) => b.stat.mtimeMs - a.stat.mtimeMs);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // none yet
  }
}
