import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AgentError, type Options, type Uuid } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { loadTranscript, restore, type Restored } from './load.js';
import { createFileLog, noLog, type SessionLog } from './log.js';
import { configDir, isSessionId, transcriptPath } from './paths.js';

export interface OpenOptions extends Pick<Options, 'resume' | 'continue' | 'forkSession' | 'resumeSessionAt' | 'sessionId' | 'persistSession'> {
  env: Environment;
  cwd: string;
  newId: () => Uuid;
}

/** A session ready to run: new, or gone on with. */
export interface OpenedSession {
  id: string;
  log: SessionLog;
  restored: Restored | undefined;
  /** What was damaged in a stored session. */
  recovered: { skipped: number; atBytes: number[] } | undefined;
}

/** Opens a session. An unknown or unreadable id is an error here, before any prompt is taken. */
export async function openSession(options: OpenOptions): Promise<OpenedSession> {
  const source = options.resume ?? (options.continue ? newestSession(options.env, options.cwd) : undefined);
  const id = source !== undefined && !options.forkSession ? source : (options.sessionId ?? options.newId());
  const log = options.persistSession === false ? noLog : createFileLog(transcriptPath(options.env, id));
  if (source === undefined) return { id, log, restored: undefined, recovered: undefined };

  const loaded = await loadTranscript(transcriptPath(options.env, source));
  if (loaded.records.length === 0) throw new AgentError('session_not_found', `No conversation found with session ID: ${source}`, { data: { session: source } });
  const restored = restore(loaded.records, options.resumeSessionAt);
  if (id !== source) for (const record of loaded.records) log.append({ ...record, sessionId: id });
  if (options.resumeSessionAt !== undefined) log.append({ type: 'rewind', to: options.resumeSessionAt, sessionId: id });
  const { count, atBytes } = loaded.skipped;
  const damaged = count > 0 || loaded.tornTail;
  return { id, log, restored, recovered: damaged ? { skipped: count + (loaded.tornTail ? 1 : 0), atBytes } : undefined };
}

/** The session of this folder that was written last. */
function newestSession(env: Environment, cwd: string): string | undefined {
  const folder = join(configDir(env), 'sessions');
  const sessions = list(folder)
    .filter(isSessionId)
    .map((id) => ({ id, time: modified(join(folder, id, 'transcript.jsonl')) }))
    .toSorted((a, b) => b.time - a.time);
  return sessions.find(({ id, time }) => time > 0 && startedIn(join(folder, id, 'transcript.jsonl'), cwd))?.id;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no sessions yet
  }
}

function modified(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Reads the head of a transcript for the folder it was started in. */
function startedIn(path: string, cwd: string): boolean {
  const head = Buffer.alloc(64 * 1024);
  const file = openSync(path, 'r');
  try {
    const text = head.toString('utf8', 0, readSync(file, head, 0, head.length, 0));
    const found = /"cwd":("(?:[^"\\]|\\.)*")/.exec(text);
    return found !== null && JSON.parse(found[1]!) === cwd;
  } finally {
    closeSync(file);
  }
}
