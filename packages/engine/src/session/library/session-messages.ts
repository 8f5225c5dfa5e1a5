import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alongParents } from '../import.js';
import { loadTranscript } from '../load.js';
import { isSessionId } from '../paths.js';
import { keyOf } from '../project-link.js';
import type { TranscriptRecord } from '../record.js';
import { withoutRewound } from '../restore.js';
import { findSession, type FoundSession } from './find-session.js';
import type { SessionPlace } from './list-sessions.js';

/** One message of a stored session. */
export interface SessionMessage {
  type: 'user' | 'assistant' | 'system';
  uuid: string;
  session_id: string;
  message: unknown;
  parent_tool_use_id: null;
  parent_agent_id: string | null;
}

export interface SessionMessagesOptions extends SessionPlace {
  limit?: number;
  offset?: number;
  /** Also where the conversation was summarised. */
  includeSystemMessages?: boolean;
}

/** What was said in a session, oldest first; empty when there is no such session. */
export async function getSessionMessages(sessionId: string, options: SessionMessagesOptions = {}): Promise<SessionMessage[]> {
  const records = await recordsOf(sessionId, options);
  const said = records.filter(
    (record) =>
      !record.isSidechain && (isMessage(record) || (options.includeSystemMessages === true && record.type === 'compact_boundary')),
  );
  return page(
    said.map((record) => toMessage(record, sessionId, null)),
    options,
  );
}

/** What a subagent said and was told. */
export async function getSubagentMessages(
  sessionId: string,
  agentId: string,
  options: Omit<SessionMessagesOptions, 'includeSystemMessages'> = {},
): Promise<SessionMessage[]> {
  if (!/^[\w-]+$/.test(agentId)) return [];
  const records = await recordsOf(sessionId, options, `subagents/agent-${agentId}`);
  return page(
    records.filter(isMessage).map((record) => toMessage(record, sessionId, agentId)),
    options,
  );
}

/** The ids of the subagents that worked for a session. */
export async function listSubagents(sessionId: string, options: SessionPlace = {}): Promise<string[]> {
  const names = options.sessionStore
    ? ((await options.sessionStore.listSubkeys?.({ projectKey: keyOf(options.dir ?? process.cwd()), sessionId })) ?? [])
    : localSubagents(sessionId, options);
  return names.flatMap((name) => /(?:^|\/)agent-([\w-]+?)(?:\.jsonl)?$/.exec(name)?.[1] ?? []);
}

function localSubagents(sessionId: string, { env = process.env }: SessionPlace): string[] {
  const found = isSessionId(sessionId) ? findSession(env, sessionId) : undefined;
  try {
    return found ? readdirSync(join(besides(found), 'subagents')) : [];
  } catch {
    return []; // there were none
  }
}

/** The folder of what belongs to a transcript. */
function besides({ folder, path, sessionId }: FoundSession): string {
  return folder ?? join(dirname(path), sessionId);
}

async function recordsOf(sessionId: string, options: SessionPlace, subpath?: string): Promise<readonly TranscriptRecord[]> {
  const { sessionStore, dir, env = process.env } = options;
  if (sessionStore) {
    const entries = await sessionStore.load({
      projectKey: keyOf(dir ?? process.cwd()),
      sessionId,
      ...(subpath !== undefined && { subpath }),
    });
    return withoutRewound((entries ?? []) as TranscriptRecord[]); // what was appended once
  }
  const found = isSessionId(sessionId) ? findSession(env, sessionId) : undefined;
  if (!found) return [];
  const { records } = await loadTranscript(subpath === undefined ? found.path : join(besides(found), `${subpath}.jsonl`));
  return withoutRewound(found.folder === undefined && subpath === undefined ? alongParents(records) : records);
}

function isMessage(record: TranscriptRecord): boolean {
  return (record.type === 'user' || record.type === 'assistant') && record.uuid !== undefined && record.isMeta !== true;
}

function toMessage(record: TranscriptRecord, sessionId: string, agentId: string | null): SessionMessage {
  const type = record.type === 'compact_boundary' ? 'system' : (record.type as 'user' | 'assistant'); // as it was filtered
  return {
    type,
    uuid: record.uuid ?? '',
    session_id: sessionId,
    message: record.message ?? record.compactMetadata,
    parent_tool_use_id: null,
    parent_agent_id: agentId,
  };
}

function page<T>(all: T[], { offset = 0, limit = Infinity }: { offset?: number; limit?: number }): T[] {
  return all.slice(offset, offset + limit);
}
