import { createReadStream, existsSync } from 'node:fs';
import { beginsAfresh } from './begins-afresh.js';
import type { TranscriptRecord } from './record.js';

/** What was found when a transcript was read. */
export interface LoadedTranscript {
  records: TranscriptRecord[];
  /** Lines that were no records, and where they began. A half-written last line is not counted. */
  skipped: { count: number; atBytes: number[] };
  /** The last line was cut off; it was left out. */
  tornTail: boolean;
  /** Where the conversation last began anew; 0 when it never did. */
  boundaryAt: number;
}

/** Reads a transcript line by line. Damage is stepped over and counted, never thrown. `pick` may leave out what is not needed of a record. */
export async function loadTranscript(path: string, options: { from?: number; to?: number; pick?: Pick } = {}): Promise<LoadedTranscript> {
  const loaded: LoadedTranscript = { records: [], skipped: { count: 0, atBytes: [] }, tornTail: false, boundaryAt: 0 };
  const { from = 0, to = Infinity, pick = (record) => record } = options;
  if (!existsSync(path) || to <= from) return loaded;
  let rest: Buffer = Buffer.alloc(0);
  let offset = from;
  for await (const chunk of createReadStream(path, { start: from, end: to - 1, highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let at = rest.indexOf(10, start); at !== -1; at = rest.indexOf(10, start)) {
      takeLine(rest.subarray(start, at), offset + start, loaded, pick);
      start = at + 1;
    }
    offset += start;
    rest = rest.subarray(start);
  }
  if (rest.length > 0) loaded.tornTail = !takeTail(rest, loaded, pick);
  return loaded;
}

const chunkBytes = 1024 * 1024;
const strictText = new TextDecoder('utf-8', { fatal: true });

type Pick = (record: TranscriptRecord) => TranscriptRecord;

function takeLine(line: Buffer, at: number, loaded: LoadedTranscript, pick: Pick): void {
  if (line.length === 0 || (line.length === 1 && line[0] === 13)) return;
  const whole = parseRecord(line);
  const record = whole ?? recoverSecond(line);
  if (record) loaded.records.push(pick(record));
  if (record && beginsAfresh(record)) loaded.boundaryAt = at;
  if (whole) return;
  loaded.skipped.count += 1;
  loaded.skipped.atBytes.push(at);
}

/** A last line without its newline counts when it is whole. */
function takeTail(line: Buffer, loaded: LoadedTranscript, pick: Pick): boolean {
  const record = parseRecord(line);
  if (record) loaded.records.push(pick(record));
  return record !== undefined;
}

function parseRecord(line: Buffer): TranscriptRecord | undefined {
  try {
    const value: unknown = JSON.parse(strictText.decode(line).replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
      ? (value as TranscriptRecord)
      : undefined;
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
