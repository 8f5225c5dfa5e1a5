import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, errorText, type SessionKey, type SessionStore, type SessionStoreEntry } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { loadTranscript } from '../load.js';
import { lockSession } from '../lock.js';
import { createFileLog } from '../log.js';
import { isSessionId, sessionDir, transcriptPath } from '../paths.js';
import type { TranscriptRecord } from '../record.js';

export interface FetchOptions {
  env: Environment;
  /** How long a session that is just being closed is waited for. */
  waitMs: number;
  /** Told when the store failed and the session is here anyway. */
  onNotice: (text: string) => void;
}

/**
 * Brings what a store has of a session to this machine, subagents included: all of it, or what was said elsewhere
 * since. A session that is open here is left alone.
 */
export async function fetchSession(store: SessionStore, key: SessionKey, options: FetchOptions): Promise<void> {
  const isHere = existsSync(transcriptPath(options.env, key.sessionId));
  const transcripts = await readStore(store, key).catch((cause: unknown) => {
    const problem = `The session store could not be read: ${errorText(cause)}.`;
    if (!isHere) throw new AgentError('session_store_failed', `${problem} The session ${key.sessionId} is not on this machine.`, { cause });
    options.onNotice(`${problem} The session goes on from what is on this machine.`);
    return [];
  });
  if (transcripts.length === 0) return;
  const folder = sessionDir(options.env, key.sessionId);
  const release = await lockSession(folder, options).catch((error: unknown) => {
    if (AgentError.is(error)) return undefined; // its holder is up to date
    throw error;
  });
  try {
    if (release) for (const { path, entries } of transcripts) await complete(join(folder, path), entries);
  } finally {
    release?.();
  }
}

interface Transcript {
  /** Inside the folder of the session. */
  path: string;
  entries: readonly SessionStoreEntry[];
}

/** The transcripts of a session; the main one comes last, because it says that the others are there. */
async function readStore(store: SessionStore, key: SessionKey): Promise<Transcript[]> {
  const main = await store.load(key);
  if (!main || main.length === 0) return [];
  const transcripts: Transcript[] = [];
  for (const subpath of (await store.listSubkeys?.(key)) ?? []) {
    if (!/^subagents\/agent-[\w-]+$/.test(subpath)) continue;
    transcripts.push({ path: `${subpath}.jsonl`, entries: (await store.load({ ...key, subpath })) ?? [] });
  }
  return [...transcripts, { path: 'transcript.jsonl', entries: main }];
}

/** Adds what a transcript lacks. A new one is there whole or not at all. */
async function complete(path: string, given: readonly SessionStoreEntry[]): Promise<void> {
  const entries = given as readonly TranscriptRecord[]; // what was appended once
  const log = createFileLog(path);
  try {
    if (!existsSync(path)) return log.begin(entries);
    const known = new Set((await loadTranscript(path)).records.map(({ uuid }) => uuid));
    for (const entry of entries) if (entry.uuid !== undefined && !known.has(entry.uuid)) log.append(entry);
    log.sync();
  } finally {
    await log.close();
  }
}

/** The newest session of a project in a store, and when it was written. */
export async function newestInStore(store: SessionStore, projectKey: string): Promise<{ id: string; time: number } | undefined> {
  const sessions = (await store.listSessions?.(projectKey)) ?? [];
  const newest = sessions.filter(({ sessionId }) => isSessionId(sessionId)).toSorted((a, b) => b.mtime - a.mtime)[0];
  return newest && { id: newest.sessionId, time: newest.mtime };
}
