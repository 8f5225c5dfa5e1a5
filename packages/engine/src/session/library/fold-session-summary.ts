import type { SessionKey, SessionStoreEntry, SessionSummaryEntry } from '@inboard/wire';
import type { TranscriptRecord } from '../record.js';
import { learn, type SessionFacts } from './session-info.js';

/** Takes appended entries into the summary of a session: for stores that offer `listSessionSummaries`. Changes nothing that it is given. */
export function foldSessionSummary(
  previous: SessionSummaryEntry | undefined,
  key: SessionKey,
  entries: readonly SessionStoreEntry[],
  options: { mtime?: number } = {},
): SessionSummaryEntry {
  const data: SessionFacts = { ...previous?.data };
  for (const entry of entries) learn(data, entry as TranscriptRecord); // a line of a transcript
  return { sessionId: key.sessionId, mtime: options.mtime ?? Math.max(previous?.mtime ?? 0, lastTime(entries)), data };
}

function lastTime(entries: readonly SessionStoreEntry[]): number {
  return Math.max(0, ...entries.map(({ timestamp }) => Date.parse(timestamp ?? '') || 0));
}

const textFields = ['customTitle', 'aiTitle', 'summaryHint', 'firstPrompt', 'gitBranch', 'cwd', 'tag'] as const;

/** What a store says about a session; fields of the wrong kind are left out. */
export function factsOf(data: Record<string, unknown>): SessionFacts {
  const facts: SessionFacts = {};
  for (const name of textFields) if (typeof data[name] === 'string') facts[name] = data[name];
  if (typeof data.createdAt === 'number') facts.createdAt = data.createdAt;
  if (data.isSidechain === true) facts.isSidechain = true;
  return facts;
}
