import { AgentError, type ApiMessageParam, type Uuid } from '@inboard/wire';
import { beginsAfresh } from './begins-afresh.js';
import type { Checkpoint } from './checkpoint.js';
import type { Snapshot } from './file-snapshots.js';
import type { LedgerRow } from './ledger.js';
import type { TranscriptRecord } from './record.js';
import { withoutTrailingThoughts } from './trailing-thoughts.js';

/** What a stored session was like, ready to go on from. */
export interface Restored {
  messages: ApiMessageParam[];
  lastUuid: Uuid | null;
  ledger: LedgerRow[];
  /** Results for calls that had begun and whose end is not recorded; they are in `messages`, not yet in the transcript. */
  orphans: Blocks;
  /** The last value of each thing that a session remembers. */
  state: Record<string, unknown>;
  /** Every message of the user, in order, and the files kept in their turns; also those that were taken back. */
  prompts: string[];
  snapshots: Snapshot[];
}

/** Rebuilds a conversation from its records, up to and including one of them if asked. */
export function restore(records: readonly TranscriptRecord[], upTo?: string): Restored {
  const lasting = withoutRewound(records);
  const kept = upTo === undefined ? lasting : cutAt(lasting, upTo);
  const retracted = new Set(kept.flatMap((record) => (Array.isArray(record.supersedes) ? (record.supersedes as string[]) : [])));
  const restored: Restored = { messages: [], lastUuid: null, ledger: [], orphans: [], state: {}, ...fileHistory(records) };
  let lastMessageId: unknown;
  for (const record of kept) {
    if (record.type === 'ledger') restored.ledger.push(record.row as LedgerRow); // we wrote it
    if (record.type === 'state') Object.assign(restored.state, record.state);
    if (beginsAfresh(record)) restored.messages = [];
    if (!isSaid(record) || (record.uuid && retracted.has(record.uuid))) continue;
    const message = asMessage(record.message);
    if (!message) continue;
    if (record.uuid) restored.lastUuid = record.uuid;
    const id = (record.message as { id?: unknown }).id;
    const previous = restored.messages.at(-1);
    if (joins(record, previous, id, lastMessageId)) previous!.content = [...blocksOf(previous!), ...blocksOf(message)];
    else restored.messages.push({ role: message.role, content: message.content } as ApiMessageParam); // without the fields of a reply
    lastMessageId = id;
  }
  restored.messages = restored.messages.flatMap(withoutThoughtsAtEnd);
  restored.orphans = pairCalls(restored.messages);
  return restored;
}

function withoutThoughtsAtEnd(message: ApiMessageParam): ApiMessageParam[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
  const content = withoutTrailingThoughts(message.content);
  return content.length > 0 ? [{ ...message, content }] : [];
}

/** The fields of a record that `restore` looks at: results as hosts see them are the larger part of a transcript. */
export function forRestore(record: TranscriptRecord): TranscriptRecord {
  const { type, uuid, message } = record;
  const slim: Record<string, unknown> & { type: string } = {
    type,
    ...(uuid && { uuid }),
    ...(message !== undefined && { message: slimMessage(message) }),
  };
  for (const field of restoredFields) if (record[field] !== undefined) slim[field] = record[field];
  return slim;
}

const restoredFields = [
  'isSidechain',
  'joined',
  'supersedes',
  'row',
  'state',
  'snapshot',
  'to',
  'compactMetadata',
  'isCompactSummary',
] as const;

function slimMessage(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return message;
  const { id, role, content } = message as Record<string, unknown>;
  return { ...(id !== undefined && { id }), role, content };
}

/** Rebuilds a conversation from a checkpoint, the messages it sums up and the records after it. */
export function restoreFrom(checkpoint: Checkpoint, before: readonly TranscriptRecord[], after: readonly TranscriptRecord[]): Restored {
  const said = before.filter(({ type }) => type === 'user' || type === 'assistant');
  const restored = restore([...said, ...after]);
  return {
    ...restored,
    ledger: [...checkpoint.ledger, ...restored.ledger],
    state: { ...checkpoint.state, ...restored.state },
    prompts: [...checkpoint.prompts, ...fileHistory(after).prompts],
    snapshots: [...checkpoint.snapshots, ...restored.snapshots],
  };
}

/** Part of the conversation as the model knows it. */
function isSaid(record: TranscriptRecord): boolean {
  return (record.type === 'user' || record.type === 'assistant') && !record.isSidechain;
}

/** Files stay changed when the conversation is taken back, so nothing is left out here. */
function fileHistory(records: readonly TranscriptRecord[]): Pick<Restored, 'prompts' | 'snapshots'> {
  return {
    prompts: records.flatMap((record) => (record.type === 'user' && record.uuid ? [record.uuid] : [])),
    snapshots: records.flatMap((record) => (record.type === 'file-snapshot' ? [record.snapshot as Snapshot] : [])), // we wrote it
  };
}

/** Blocks of one reply, and results of one batch, are one message to the API. */
function joins(record: TranscriptRecord, previous: ApiMessageParam | undefined, id: unknown, lastId: unknown): boolean {
  if (previous?.role !== record.type) return false;
  if (record.joined === true) return true;
  if (record.type === 'assistant') return id !== undefined && id === lastId;
  return hasResult(record);
}

function hasResult(record: TranscriptRecord): boolean {
  const { content } = record.message as ApiMessageParam; // `asMessage` has looked at it
  return Array.isArray(content) && content[0]?.type === 'tool_result';
}

/** A `rewind` record takes back what was said after the message it names. */
export function withoutRewound(records: readonly TranscriptRecord[]): readonly TranscriptRecord[] {
  if (!records.some((record) => record.type === 'rewind')) return records;
  let kept: TranscriptRecord[] = [];
  for (const record of records) {
    const at = record.type === 'rewind' ? kept.findIndex((each) => each.uuid === record.to) : -1;
    if (at !== -1) kept = [...kept.slice(0, at + 1), ...kept.slice(at + 1).filter((each) => each.type === 'ledger')];
    kept.push(record);
  }
  return kept;
}

function cutAt(records: readonly TranscriptRecord[], uuid: string): readonly TranscriptRecord[] {
  const at = records.findIndex((record) => record.uuid === uuid);
  if (at === -1)
    throw new AgentError('session_not_found', `The session has no message ${uuid}: check "resumeSessionAt".`, { data: { message: uuid } });
  return [...records.slice(0, at + 1), ...records.slice(at + 1).filter(({ type }) => type === 'ledger')];
}

function asMessage(value: unknown): ApiMessageParam | undefined {
  if (typeof value !== 'object' || value === null || !('role' in value) || !('content' in value)) return undefined;
  const usable = typeof value.content === 'string' ? value.content !== '' : Array.isArray(value.content) && value.content.length > 0;
  return usable ? (value as ApiMessageParam) : undefined;
}

type Blocks = Exclude<ApiMessageParam['content'], string>;

function blocksOf(message: ApiMessageParam): Blocks {
  return typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content;
}

/**
 * Makes a conversation one that the API accepts: every call gets a result, and results without a call go.
 * Returns the results added after the last reply, which the transcript has not seen yet.
 */
export function pairCalls(messages: ApiMessageParam[]): Blocks {
  let added: Blocks = [];
  for (let at = 0; at < messages.length; at += 1) {
    const calls = messages[at]!.role === 'assistant' ? callsIn(messages[at]!) : [];
    const next = messages[at + 1];
    const answered = next?.role === 'user' ? dropStrayResults(next, calls) : new Set();
    if (next && next.content.length === 0) messages.splice(at + 1, 1);
    const missing = calls
      .filter((id) => !answered.has(id))
      .map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: interruptedText, is_error: true }));
    if (missing.length > 0) fillUp(messages, at + 1, missing, { intoNext: answered.size > 0 });
    if (missing.length > 0 && at + 2 === messages.length) added = missing;
  }
  if (messages[0]?.role === 'user') dropStrayResults(messages[0], []);
  if (messages[0]?.content.length === 0) messages.shift();
  return added;
}

/** A batch that was half done is filled up; otherwise the results stand alone, as they will in the transcript. */
function fillUp(messages: ApiMessageParam[], at: number, results: Blocks, options: { intoNext: boolean }): void {
  if (options.intoNext) messages[at]!.content = [...blocksOf(messages[at]!), ...results];
  else messages.splice(at, 0, { role: 'user', content: results });
}

function callsIn(message: ApiMessageParam): string[] {
  return blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
}

/** Removes results of other calls, and second ones of the same; returns the calls that have theirs. */
function dropStrayResults(message: ApiMessageParam, calls: readonly string[]): Set<string> {
  const answered = new Set<string>();
  if (typeof message.content === 'string') return answered;
  message.content = message.content.filter((block) => {
    if (block.type !== 'tool_result') return true;
    const counts = calls.includes(block.tool_use_id) && !answered.has(block.tool_use_id);
    if (counts) answered.add(block.tool_use_id);
    return counts;
  });
  return answered;
}

const interruptedText =
  'Interrupted: the session ended while this call was running. Whether it had an effect is unknown; it was not run again.';
