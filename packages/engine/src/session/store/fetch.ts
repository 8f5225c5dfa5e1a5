import { existsSync } from 'node:fs';
import type { SessionStore } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { createFileLog } from '../log.js';
import { isSessionId, sessionDir, transcriptPath } from '../paths.js';
import { join } from 'node:path';
import type { TranscriptRecord } from '../record.js';

/** Brings a session that is only in a store to this machine, subagents included. Returns whether there was one. */
export async function fetchSession(
  store: SessionStore,
  env: Environment,
  key: { projectKey: string; sessionId: string },
): Promise<boolean> {
  const path = transcriptPath(env, key.sessionId);
  const entries = existsSync(path) ? null : await store.load(key);
  if (!entries || entries.length === 0) return false;
  for (const subpath of (await store.listSubkeys?.(key)) ?? []) {
    if (!/^subagents\/agent-[\w-]+$/.test(subpath)) continue;
    await write(join(sessionDir(env, key.sessionId), `${subpath}.jsonl`), (await store.load({ ...key, subpath })) ?? []);
  }
  await write(path, entries);
  return true;
}

async function write(path: string, entries: readonly object[]): Promise<void> {
  const log = createFileLog(path);
  try {
    for (const entry of entries) log.append(entry as TranscriptRecord); // what was appended once
  } finally {
    await log.close();
  }
}

/** The newest session of a project in a store. */
export async function newestInStore(store: SessionStore, projectKey: string): Promise<string | undefined> {
  const sessions = (await store.listSessions?.(projectKey)) ?? [];
  return sessions.filter(({ sessionId }) => isSessionId(sessionId)).toSorted((a, b) => b.mtime - a.mtime)[0]?.sessionId;
}
