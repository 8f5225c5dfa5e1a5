import { randomUUID } from 'node:crypto';
import { AgentError } from '@inboard/wire';
import { alongParents } from '../import.js';
import { loadTranscript } from '../load.js';
import { createFileLog } from '../log.js';
import { transcriptPath } from '../paths.js';
import { keyOf, linkTranscript } from '../project-link.js';
import type { TranscriptRecord } from '../record.js';
import { withoutRewound } from '../restore.js';
import { needSession } from './find-session.js';
import { readLabels, writeLabels, type Labels } from './labels.js';
import { getSessionInfo, type SessionPlace } from './list-sessions.js';
import { removeSession } from './remove-session.js';
import { dropIndex } from './session-index.js';

/** Gives a session a title. */
export async function renameSession(sessionId: string, title: string, options: SessionPlace = {}): Promise<void> {
  const customTitle = title.trim();
  if (customTitle === '') throw new AgentError('invalid_option', 'A title must not be empty.');
  await label(sessionId, { type: 'custom-title', customTitle, sessionId }, { customTitle }, options);
}

/** Tags a session, or takes its tag away with null. */
export async function tagSession(sessionId: string, tag: string | null, options: SessionPlace = {}): Promise<void> {
  await label(sessionId, { type: 'tag', tag, sessionId }, { tag: tag ?? undefined }, options);
}

async function label(sessionId: string, record: TranscriptRecord, labels: Labels, options: SessionPlace): Promise<void> {
  const stamped = { ...record, timestamp: new Date().toISOString() };
  if (options.sessionStore) return options.sessionStore.append({ projectKey: keyOf(options.dir ?? process.cwd()), sessionId }, [stamped]);
  const found = needSession(options.env ?? process.env, sessionId);
  const log = createFileLog(found.path);
  log.append(stamped);
  await log.close();
  if (found.folder !== undefined) writeLabels(found.folder, { ...readLabels(found.folder), ...labels });
}

export interface ForkSessionOptions extends SessionPlace {
  /** The last message the fork has. */
  upToMessageId?: string;
  /** By default the title of the original and " (fork)". */
  title?: string;
}

/** Copies the conversation of a session under a new id; every message gets a new id as well. Kept files are not copied. */
export async function forkSession(sessionId: string, options: ForkSessionOptions = {}): Promise<{ sessionId: string }> {
  const { env = process.env, sessionStore } = options;
  const id = randomUUID();
  const records = remapped(upTo(await source(sessionId, options), options.upToMessageId), id);
  const title = options.title ?? `${(await getSessionInfo(sessionId, options))?.summary ?? sessionId} (fork)`;
  const all: TranscriptRecord[] = [...records, { type: 'custom-title', customTitle: title, sessionId: id }];
  if (sessionStore) {
    await sessionStore.append({ projectKey: keyOf(options.dir ?? process.cwd()), sessionId: id }, all);
    return { sessionId: id };
  }
  const cwd = records.find((record) => typeof record.cwd === 'string')?.cwd;
  const path = transcriptPath(env, id);
  const log = createFileLog(path, { onOpen: () => cwd !== undefined && linkTranscript(env, cwd, id, path) });
  log.begin(all);
  await log.close();
  return { sessionId: id };
}

async function source(sessionId: string, { sessionStore, dir, env = process.env }: SessionPlace): Promise<readonly TranscriptRecord[]> {
  if (sessionStore) {
    const entries = await sessionStore.load({ projectKey: keyOf(dir ?? process.cwd()), sessionId });
    if (!entries)
      throw new AgentError('session_not_found', `There is no session ${sessionId} in the store.`, { data: { session: sessionId } });
    return entries as TranscriptRecord[]; // what was appended once
  }
  const found = needSession(env, sessionId);
  const { records } = await loadTranscript(found.path);
  return found.folder === undefined ? alongParents(records) : records;
}

function upTo(records: readonly TranscriptRecord[], uuid: string | undefined): readonly TranscriptRecord[] {
  const kept = withoutRewound(records).filter(({ type }) => !['ledger', 'file-snapshot', 'rewind', 'custom-title', 'tag'].includes(type));
  if (uuid === undefined) return kept;
  const at = kept.findIndex((record) => record.uuid === uuid);
  if (at === -1) throw new AgentError('session_not_found', `The session has no message ${uuid}.`);
  return kept.slice(0, at + 1);
}

function remapped(records: readonly TranscriptRecord[], sessionId: string): TranscriptRecord[] {
  const ids = new Map(records.flatMap(({ uuid }) => (uuid ? [[uuid, randomUUID()]] : [])));
  const forkOf = (uuid: string) => ids.get(uuid as TranscriptRecord['uuid'] & string);
  return records.map((record) => ({
    ...record,
    sessionId,
    ...(record.uuid && { uuid: forkOf(record.uuid)! }),
    ...(record.parentUuid && { parentUuid: forkOf(record.parentUuid) ?? null }),
    ...(Array.isArray(record.supersedes) && { supersedes: record.supersedes.flatMap((uuid) => forkOf(String(uuid)) ?? []) }),
  }));
}

/** Removes a session for good, wherever its transcript stands. Throws when there is none, or when it is open. */
export async function deleteSession(sessionId: string, options: SessionPlace = {}): Promise<void> {
  const { env = process.env, sessionStore } = options;
  if (sessionStore) {
    if (!sessionStore.delete) throw new AgentError('unsupported_option', 'This session store cannot delete.');
    return sessionStore.delete({ projectKey: keyOf(options.dir ?? process.cwd()), sessionId });
  }
  await removeSession(env, needSession(env, sessionId));
  dropIndex(env);
}
