import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { AgentError, errorText, type Options, type Uuid } from '@inboard/wire';
import { envNumber, type Environment } from '../port/environment.js';
import { readCheckpoint } from './checkpoint.js';
import { copyKeptFiles } from './copy-files.js';
import { alongParents, importSubagents } from './import.js';
import { loadTranscript, type LoadedTranscript } from './load.js';
import { lockSession } from './lock.js';
import { createFileLog, noLog, type FileLogOptions, type SessionLog } from './log.js';
import { newestSession } from './newest.js';
import { configDir, sessionDir, transcriptPath } from './paths.js';
import { findProjectTranscript, keyOf, linkSubagents, linkTranscript } from './project-link.js';
import type { TranscriptRecord } from './record.js';
import { fetchSession, newestInStore, type FetchOptions } from './store/fetch.js';
import { forRestore, restore, restoreFrom, type Restored } from './restore.js';

export interface OpenOptions
  extends
    Pick<Options, 'resume' | 'continue' | 'forkSession' | 'resumeSessionAt' | 'sessionId' | 'persistSession' | 'sessionStore'>,
    Pick<FileLogOptions, 'onNotice' | 'onUnsaved'> {
  env: Environment;
  cwd: string;
  newId: () => Uuid;
  /** May put something around the log, once the id is known. */
  wrapLog?: (log: SessionLog, id: string) => SessionLog;
}

/** A session ready to run: new, or gone on with. */
export interface OpenedSession {
  id: string;
  log: SessionLog;
  restored: Restored | undefined;
  /** What was damaged in a stored session. */
  recovered: { skipped: number; atBytes: number[] } | undefined;
  /** Where in the transcript the conversation begins; nothing when messages were taken back, which no checkpoint can tell. */
  start: number | undefined;
  /** What is to be written once something is said: going back counts from then on. */
  later?: readonly TranscriptRecord[];
}

/** Opens a session. An unknown, damaged or busy one is an error here, before any prompt is taken. */
export async function openSession(options: OpenOptions): Promise<OpenedSession> {
  const wanted = options.resume ?? (options.continue ? await newest(options) : undefined);
  if (wanted !== undefined && options.sessionStore)
    await fetchSession(options.sessionStore, { projectKey: keyOf(options.cwd), sessionId: wanted }, fetching(options));
  const source = wanted === undefined ? undefined : findSource(options.env, wanted);
  const id = source && !options.forkSession ? source.id : (options.sessionId ?? options.newId());
  const kept = options.persistSession === false ? noLog : await openLog(options, id);
  const log = options.wrapLog?.(kept, id) ?? kept;
  try {
    // Looked at once nobody else can make it any more.
    if (id !== source?.id && isTaken(options, id)) throw alreadyThere(id);
    return source ? await goOn(options, source, id, log) : { id, log, restored: undefined, recovered: undefined, start: 0 };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Whether an id names a session, here or of another program. One that was just made up names none. */
function isTaken({ env, sessionId }: OpenOptions, id: string): boolean {
  return sessionId !== undefined && (existsSync(transcriptPath(env, id)) || findProjectTranscript(env, id) !== undefined);
}

function alreadyThere(id: string): AgentError {
  return new AgentError(
    'invalid_option',
    `There is already a session with the id ${id}. Pass it as "resume" to go on with it, or choose another "sessionId".`,
    { data: { session: id } },
  );
}

/** The session of this folder that was written last, on this machine or into the store. */
async function newest({ env, cwd, sessionStore, onNotice }: OpenOptions): Promise<string | undefined> {
  const here = newestSession(env, cwd);
  const stored =
    sessionStore &&
    (await newestInStore(sessionStore, keyOf(cwd)).catch((cause: unknown) => {
      const problem = `The session store could not be read: ${errorText(cause)}.`;
      if (!here) throw new AgentError('session_store_failed', `${problem} No session of this folder is on this machine.`, { cause });
      onNotice?.(`${problem} The newest session of this machine goes on.`);
      return undefined;
    }));
  return stored && stored.time > (here?.time ?? 0) ? stored.id : here?.id;
}

function fetching({ env, onNotice = () => undefined }: OpenOptions): FetchOptions {
  return { env, waitMs: lockWait(env), onNotice };
}

function lockWait(env: Environment): number {
  return envNumber(env, 'INBOARD_LOCK_WAIT_MS', 2000);
}

interface Source {
  id: string;
  path: string;
  /** It stands only where other programs keep theirs. */
  foreign: boolean;
}

function findSource(env: Environment, id: string): Source {
  const path = transcriptPath(env, id);
  if (existsSync(path)) return { id, path, foreign: false };
  const foreign = findProjectTranscript(env, id);
  if (foreign !== undefined) return { id, path: foreign, foreign: true };
  throw new AgentError(
    'session_not_found',
    `No conversation found with session ID: ${id}. Check the id and CLAUDE_CONFIG_DIR (looked in ${configDir(env)}); listSessions() and "inboard sessions list --all" show what there is.`,
    { data: { session: id, folder: configDir(env) } },
  );
}

async function goOn(options: OpenOptions, source: Source, id: string, log: SessionLog): Promise<OpenedSession> {
  const forks = id !== source.id;
  if (!forks && !source.foreign && options.resumeSessionAt === undefined) {
    const quick = await fromCheckpoint(source, log);
    if (quick) return quick;
  }
  // A copy needs everything, going on only what the model has seen.
  const isKept = options.persistSession !== false || options.sessionStore !== undefined;
  const copies = isKept && (forks || source.foreign);
  const loaded = await load(source, copies || source.foreign ? {} : { pick: forRestore });
  const records = source.foreign ? alongParents(loaded.records) : loaded.records;
  // What a fork takes over was paid for by the session it comes from.
  const restored = restore(forks ? records.filter(({ type }) => type !== 'ledger') : records, options.resumeSessionAt);
  const goesBack = options.resumeSessionAt === undefined ? [] : [{ type: 'rewind', to: options.resumeSessionAt, sessionId: id }];
  if (copies) {
    copySession([...records, ...goesBack], source, id, log);
    linkSubagents(options.env, options.cwd, id);
  }
  const takenBack = goesBack.length > 0 || records.some(({ type }) => type === 'rewind');
  const start = copies || takenBack ? undefined : loaded.boundaryAt;
  return { id, log, restored, recovered: damageIn(loaded), start, later: copies ? [] : goesBack };
}

/** Reads a long session from its last checkpoint on. */
async function fromCheckpoint(source: Source, log: SessionLog): Promise<OpenedSession | undefined> {
  const checkpoint = readCheckpoint(dirname(source.path), source.path);
  if (!checkpoint) return undefined;
  const [before, after] = [
    await loadTranscript(source.path, { from: checkpoint.start, to: checkpoint.offset, pick: forRestore }),
    await loadTranscript(source.path, { from: checkpoint.offset, pick: forRestore }),
  ];
  if (after.records.some(({ type }) => type === 'rewind')) return undefined;
  const recovered = damageIn({
    ...after,
    skipped: { count: before.skipped.count + after.skipped.count, atBytes: [...before.skipped.atBytes, ...after.skipped.atBytes] },
  });
  return {
    id: source.id,
    log,
    restored: restoreFrom(checkpoint, before.records, after.records),
    recovered,
    start: after.boundaryAt || checkpoint.start,
  };
}

/** The transcript comes last: once it is there, the session is whole. */
function copySession(records: readonly TranscriptRecord[], source: Source, id: string, log: SessionLog): void {
  const forks = id !== source.id;
  if (log.path !== '' && source.foreign) importSubagents(source.path, dirname(log.path));
  if (log.path !== '' && !source.foreign) copyKeptFiles(dirname(source.path), dirname(log.path));
  log.begin(records.flatMap((record) => (forks && record.type === 'ledger' ? [] : [{ ...record, sessionId: id }])));
}

function damageIn({ skipped: { count, atBytes }, tornTail }: LoadedTranscript): OpenedSession['recovered'] {
  return count > 0 || tornTail ? { skipped: count + (tornTail ? 1 : 0), atBytes } : undefined;
}

async function load(source: Source, options: Parameters<typeof loadTranscript>[1]): Promise<LoadedTranscript> {
  const loaded = await loadTranscript(source.path, options).catch((cause: unknown) => {
    throw new AgentError(
      'session_damaged',
      `The session ${source.id} cannot be read: ${errorText(cause)}. Make the file readable, or start a new session.`,
      { data: { session: source.id, path: source.path }, cause },
    );
  });
  if (loaded.records.length > 0) return loaded;
  throw new AgentError(
    'session_damaged',
    `The session ${source.id} has no readable record (${source.path}). Put the file back from a copy, or start a new session.`,
    { data: { session: source.id, path: source.path } },
  );
}

async function openLog(options: OpenOptions, id: string): Promise<SessionLog> {
  const { env, cwd, onNotice, onUnsaved } = options;
  const folder = sessionDir(env, id);
  const path = transcriptPath(env, id);
  const release = await lockSession(folder, { waitMs: lockWait(env) }).catch((cause: unknown) => {
    if (AgentError.is(cause)) throw cause;
    throw new AgentError(
      'session_write_failed',
      `Sessions cannot be saved in ${folder}: ${errorText(cause)}. Set CLAUDE_CONFIG_DIR to a folder that can be written, or turn saving off with "persistSession: false" (--no-session-persistence).`,
      { data: { path, errno: (cause as NodeJS.ErrnoException).code }, cause },
    );
  });
  return createFileLog(path, {
    onOpen: () => linkTranscript(env, cwd, id, path),
    onClose: release,
    ...(onNotice && { onNotice }),
    ...(onUnsaved && { onUnsaved }),
  });
}
