import { homedir } from 'node:os';
import { join } from 'node:path';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../port/environment.js';

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The folder of settings and sessions: `CLAUDE_CONFIG_DIR`, else `~/.claude`. */
export function configDir(env: Environment): string {
  return env.CLAUDE_CONFIG_DIR || join(env.HOME || homedir(), '.claude');
}

/** How the folder of a session is called while it is being removed. */
export const removedPrefix = '.removed-';

/** Session ids are UUIDs and nothing else: an id can never name another path. */
export function isSessionId(id: string): boolean {
  return uuidPattern.test(id);
}

/** The folder of one session. */
export function sessionDir(env: Environment, id: string): string {
  if (!isSessionId(id)) throw new AgentError('session_not_found', `"${id.slice(0, 80)}" is not a session id (a UUID).`);
  return join(configDir(env), 'sessions', id);
}

/** The transcript of a subagent. */
export function agentTranscriptPath(env: Environment, sessionId: string, agentId: string): string {
  return join(sessionDir(env, sessionId), 'subagents', `agent-${agentId}.jsonl`);
}

export function transcriptPath(env: Environment, id: string): string {
  return join(sessionDir(env, id), 'transcript.jsonl');
}
