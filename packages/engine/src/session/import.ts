import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptRecord } from './record.js';

/**
 * The records of a transcript that another program wrote, as one line of conversation: such transcripts are
 * trees, and what counts is the way from the last message back to the first.
 */
export function alongParents(records: readonly TranscriptRecord[]): TranscriptRecord[] {
  const messages = records.filter(isMessage);
  const byId = new Map(messages.map((record) => [record.uuid, record]));
  const kept = new Set<TranscriptRecord>();
  for (
    let at = messages.findLast((record) => !record.isSidechain);
    at && !kept.has(at);
    at = at.parentUuid ? byId.get(at.parentUuid) : undefined
  )
    kept.add(at);
  const replies = new Set([...kept].flatMap((record) => partsOf(record).id ?? []));
  for (const record of messages) if (replies.has(partsOf(record).id ?? '')) kept.add(record);
  const calls = new Set([...kept].flatMap((record) => partsOf(record).calls));
  for (const record of messages) if (partsOf(record).answers.some((id) => calls.has(id))) kept.add(record);
  return records.filter((record) => !isMessage(record) || kept.has(record));
}

/** Takes over the transcripts of subagents that stand beside a transcript of the older layout. */
export function importSubagents(source: string, folder: string): void {
  const beside = join(source.replace(/\.jsonl$/, ''), 'subagents');
  if (existsSync(beside))
    cpSync(beside, join(folder, 'subagents'), { recursive: true, dereference: false, filter: (path) => !path.endsWith('.meta.json') });
}

/** Everything with an id is part of the tree, whatever its type: a message may hang on an attachment. */
function isMessage(record: TranscriptRecord): boolean {
  return typeof record.uuid === 'string' && 'parentUuid' in record;
}

interface Parts {
  /** The reply a block belongs to. */
  id: string | undefined;
  calls: string[];
  answers: string[];
}

function partsOf(record: TranscriptRecord): Parts {
  const message = record.message as { id?: unknown; content?: unknown } | undefined;
  const blocks = Array.isArray(message?.content) ? (message.content as Record<string, unknown>[]) : [];
  const ids = (type: string, field: string) =>
    blocks.flatMap((block) => (block?.type === type && typeof block[field] === 'string' ? [block[field]] : []));
  return {
    id: record.type === 'assistant' && typeof message?.id === 'string' ? message.id : undefined,
    calls: ids('tool_use', 'id'),
    answers: ids('tool_result', 'tool_use_id'),
  };
}
