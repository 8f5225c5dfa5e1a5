import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { errorText } from '@inboard/wire';
import type { TranscriptRecord } from '../record.js';
import { infoOf, learn, type SDKSessionInfo, type SessionFacts } from './session-info.js';
import { readLabels } from './labels.js';

/** A transcript up to this size is read in one piece, which takes no longer than two. */
const wholeBytes = 32 * 1024;
/** Most sessions say what they are about in their first lines. */
const headSizes = [4 * 1024, 256 * 1024];
const tailBytes = 4 * 1024;

/** A transcript to look at. */
export interface Ends {
  sessionId: string;
  path: string;
  /** The folder of the session, when it is one of ours. */
  folder?: string;
  /** What is known of the file already. */
  stat?: { size: number; mtimeMs: number };
}

/** What a list shows of a transcript; nothing when it is gone or has nothing to show. */
export function readEnds(ends: Ends): SDKSessionInfo | undefined {
  try {
    const { facts, ...file } = readFacts(ends);
    return infoOf(ends.sessionId, facts, file);
  } catch (error) {
    return unreadable(ends.sessionId, error, { mtime: ends.stat?.mtimeMs ?? 0 });
  }
}

/** What a list shows of a transcript that cannot be read; nothing when it is gone meanwhile. */
export function unreadable(sessionId: string, error: unknown, file: { mtime: number; size?: number }): SDKSessionInfo | undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  return infoOf(sessionId, { customTitle: `(cannot be read: ${errorText(error)})` }, file);
}

/** What a transcript is about, from its head and tail alone. Throws when it cannot be read. */
export function readFacts({ path, folder, stat }: Omit<Ends, 'sessionId'>): { facts: SessionFacts; mtime: number; size: number } {
  const file = openSync(path, 'r');
  try {
    const { size, mtimeMs } = stat ?? fstatSync(file);
    const facts: SessionFacts = {};
    if (size <= wholeBytes) learnLines(facts, bytesOf(file, 0, size));
    else learnEnds(facts, file, size, folder);
    return { facts, mtime: mtimeMs, size };
  } finally {
    closeSync(file);
  }
}

function learnEnds(facts: SessionFacts, file: number, size: number, folder: string | undefined): void {
  for (const bytes of headSizes) {
    learnLines(facts, bytesOf(file, 0, Math.min(bytes, size)));
    if (facts.firstPrompt !== undefined) break;
  }
  // What was said in between counts more than the head and less than the tail.
  if (folder !== undefined) Object.assign(facts, readLabels(folder));
  learnLines(facts, bytesOf(file, size - tailBytes, size));
}

const buffer = Buffer.alloc(headSizes.at(-1)!);

/** A part of a file; good until the next call. */
function bytesOf(file: number, from: number, to: number): Buffer {
  return buffer.subarray(0, readSync(file, buffer, 0, to - from, from));
}

/** Titles and tags: what counts of a session once its first prompt is known. */
const labels = ['custom-title', 'ai-title', 'tag', 'summary'].map((type) => Buffer.from(`{"type":"${type}"`));

/** Takes in lines up to the first prompt, and of the others those that name the session. */
function learnLines(facts: SessionFacts, bytes: Buffer): void {
  let start = 0;
  while (facts.firstPrompt === undefined && start < bytes.length) start = learnLine(facts, bytes, start);
  while (start < bytes.length) {
    if (isLabelled(bytes, start)) learnLine(facts, bytes, start);
    const newline = bytes.indexOf(newlineByte, start);
    start = newline === -1 ? bytes.length : newline + 1;
  }
}

/** Whether the line that begins at a byte begins with a label. Most differ from all of them in the first letter of their type. */
function isLabelled(bytes: Buffer, at: number): boolean {
  return labels.some((label) => bytes[at + typeAt] === label[typeAt] && startsWith(bytes, at, label));
}

/** Takes in the line that begins at a byte; returns where the next one does. */
function learnLine(facts: SessionFacts, bytes: Buffer, start: number): number {
  const newline = bytes.indexOf(newlineByte, start);
  const end = newline === -1 ? bytes.length : newline;
  try {
    if (bytes[start] === openingBrace) learn(facts, JSON.parse(bytes.toString('utf8', start, end)) as TranscriptRecord);
  } catch {
    // cut off at the edge, or damaged
  }
  return end + 1;
}

function startsWith(bytes: Buffer, at: number, label: Buffer): boolean {
  return at + label.length <= bytes.length && bytes.compare(label, 0, label.length, at, at + label.length) === 0;
}

/** Where the type begins in a line. */
const typeAt = '{"type":"'.length;
const openingBrace = 0x7b;
const newlineByte = 10;
