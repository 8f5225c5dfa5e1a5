import { createReadStream, existsSync } from 'node:fs';
import { AgentError, type ApiMessageParam, type Uuid } from '@inboard/wire';
import type { LedgerRow } from './ledger.js';
import type { TranscriptRecord } from './record.js';
import { withoutTrailingThoughts } from './trailing-thoughts.js';

/** What was found when a transcript was read. */
export interface LoadedTranscript {
  records: TranscriptRecord[];
  /** Lines that were no records, and where they began. A half-written last line is not counted. */
  skipped: { count: number; atBytes: number[] };
  /** The last line was cut off; it was left out. */
  tornTail: boolean;
}

/** Reads a transcript line by line. Damage is stepped over and counted, never thrown. */
export async function loadTranscript(path: string): Promise<LoadedTranscript> {
  const loaded: LoadedTranscript = { records: [], skipped: { count: 0, atBytes: [] }, tornTail: false };
  if (!existsSync(path)) return loaded;
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = rest.indexOf(10, start); at !== -1; at = rest.indexOf(10, start)) {
      takeLine(rest.subarray(start, at), offset + start, loaded);
      start = at + 1;
    }
    offset += start;
    rest = rest.subarray(start);
  }
  if (rest.length > 0) loaded.tornTail = !takeTail(rest, loaded);
  return loaded;
}

const strictText = new TextDecoder('utf-8', { fatal: true });

function takeLine(line: Buffer, at: number, loaded: LoadedTranscript): void {
  if (line.length === 0 || (line.length === 1 && line[0] === 13)) return;
  const record = parseRecord(line) ?? recoverSecond(line);
  if (record) loaded.records.push(record);
  if (record && !wasGlued(line)) return;
  loaded.skipped.count += 1;
  loaded.skipped.atBytes.push(at);
}

/** A last line without its newline counts when it is whole. */
function takeTail(line: Buffer, loaded: LoadedTranscript): boolean {
  const record = parseRecord(line);
  if (record) loaded.records.push(record);
  return record !== undefined;
}

function parseRecord(line: Buffer): TranscriptRecord | undefined {
  try {
    const value: unknown = JSON.parse(strictText.decode(line).replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' ? (value as TranscriptRecord) : undefined;
  } catch {
    return undefined; // counted by the caller
  }
}

/** Two records on one line: the first was cut off, the second may be whole. */
function recoverSecond(line: Buffer): TranscriptRecord | undefined {
  const text = line.toString('utf8');
  for (let at = text.lastIndexOf('{"type"'); at > 0; at = text.lastIndexOf('{"type"', at - 1)) {
    const record = parseRecord(Buffer.from(text.slice(at)));
    if (record) return record;
  }
  return undefined;
}

function wasGlued(line: Buffer): boolean {
  return parseRecord(line) === undefined;
}

/** What a stored session was like, ready to go on from. */
export interface Restored {
  messages: ApiMessageParam[];
  lastUuid: Uuid | null;
  ledger: LedgerRow[];
  /** Calls that had begun and whose end is not recorded. */
  orphans: number;
  /** The last value of each thing that a session remembers. */
  state: Record<string, unknown>;
}

/** Rebuilds a conversation from its records, up to and including one of them if asked. */
export function restore(records: readonly TranscriptRecord[], upTo?: string): Restored {
  const lasting = withoutRewound(records);
  const kept = upTo === undefined ? lasting : cutAt(lasting, upTo);
  const retracted = new Set(kept.flatMap((record) => (Array.isArray(record.supersedes) ? (record.supersedes as string[]) : [])));
  const restored: Restored = { messages: [], lastUuid: null, ledger: [], orphans: 0, state: {} };
  let lastMessageId: unknown;
  for (const record of kept) {
    if (record.type === 'ledger') restored.ledger.push(record.row as LedgerRow); // we wrote it
    if (record.type === 'state') Object.assign(restored.state, record.state);
    if (record.type === 'compact_boundary') restored.messages = [];
    if ((record.type !== 'user' && record.type !== 'assistant') || record.isSidechain || (record.uuid && retracted.has(record.uuid))) continue;
    const message = asMessage(record.message);
    if (!message) continue;
    if (record.uuid) restored.lastUuid = record.uuid;
    const id = (record.message as { id?: unknown }).id;
    const previous = restored.messages.at(-1);
    if (joins(record, previous, id, lastMessageId)) previous!.content = [...blocksOf(previous!), ...blocksOf(message)];
    else restored.messages.push({ role: message.role, content: message.content } as ApiMessageParam); // without the fields of a reply
    lastMessageId = id;
  }
  restored.messages = restored.messages.flatMap(withoutLooseThoughts);
  restored.orphans = pairCalls(restored.messages);
  return restored;
}

function withoutLooseThoughts(message: ApiMessageParam): ApiMessageParam[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [message];
  const content = withoutTrailingThoughts(message.content);
  return content.length === 0 ? [] : [{ role: message.role, content }];
}

/** Blocks of one reply, and results of one batch, are one message to the API. */
function joins(record: TranscriptRecord, previous: ApiMessageParam | undefined, id: unknown, lastId: unknown): boolean {
  if (previous?.role !== record.type) return false;
  if (record.type === 'assistant') return id !== undefined && id === lastId;
  return record.joined === true;
}

/** A `rewind` record takes back what was said after the message it names. */
function withoutRewound(records: readonly TranscriptRecord[]): readonly TranscriptRecord[] {
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
  if (at === -1) throw new AgentError('session_not_found', `The session has no message ${uuid}: check "resumeSessionAt".`);
  return records.slice(0, at + 1);
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

/** Gives every call without a result one that says so, so that the API accepts the conversation; returns how many. */
export function pairCalls(messages: ApiMessageParam[]): number {
  let orphans = 0;
  for (let at = 0; at < messages.length; at += 1) {
    const message = messages[at]!;
    if (message.role !== 'assistant') continue;
    const calls = blocksOf(message).flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
    if (calls.length === 0) continue;
    const next = messages[at + 1];
    const answered = new Set(next?.role === 'user' ? blocksOf(next).flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : [])) : []);
    const missing = calls.filter((id) => !answered.has(id));
    orphans += missing.length;
    if (missing.length === 0) continue;
    const results: Blocks = missing.map((id) => ({ type: 'tool_result', tool_use_id: id, content: interruptedText, is_error: true }));
    if (next?.role === 'user') next.content = [...results, ...blocksOf(next)];
    else messages.splice(at + 1, 0, { role: 'user', content: results });
  }
  return orphans;
}

const interruptedText = 'Interrupted: the session ended while this call was running. Whether it had an effect is unknown; it was not run again.';
