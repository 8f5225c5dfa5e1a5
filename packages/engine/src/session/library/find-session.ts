import { existsSync } from 'node:fs';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { sessionDir, transcriptPath } from '../paths.js';
import { findProjectTranscript } from '../project-link.js';

/** Where a stored session is. */
export interface FoundSession {
  sessionId: string;
  path: string;
  /** Its folder; absent for one that stands only where other programs keep theirs. */
  folder?: string;
}

/** Finds a session by its id; nothing when there is none. */
export function findSession(env: Environment, sessionId: string): FoundSession | undefined {
  const path = transcriptPath(env, sessionId);
  if (existsSync(path)) return { sessionId, path, folder: sessionDir(env, sessionId) };
  const foreign = findProjectTranscript(env, sessionId);
  return foreign === undefined ? undefined : { sessionId, path: foreign };
}

/** The same, where a missing session is an error. */
export function needSession(env: Environment, sessionId: string): FoundSession {
  const found = findSession(env, sessionId);
  if (!found) throw new AgentError('session_not_found', `There is no session ${sessionId}.`, { data: { session: sessionId } });
  return found;
}
