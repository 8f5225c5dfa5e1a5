import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TranscriptRecord } from '../record.js';
import { infoOf, learn, type SDKSessionInfo, type SessionFacts } from './session-info.js';
import { readLabels } from './labels.js';

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

/** What a list shows of a transcript; nothing when it cannot be read or has nothing to show. */
export function readEnds(ends: Ends): SDKSessionInfo | undefined {
  const read = readFacts(ends);
  return read && infoOf(ends.sessionId, read.facts, read);
}

/** What a transcript is about, from its head and tail alone; nothing when it cannot be read. */
export function readFacts({
  path,
  folder,
  stat,
}: Omit<Ends, 'sessionId'>): { facts: SessionFacts; mtime: number; size: number } | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size, mtimeMs } = stat ?? fstatSync(file);
    const facts: SessionFacts = {};
    for (const bytes of headSizes) {
      learnLines(facts, textOf(file, 0, Math.min(bytes, size)));
      if (facts.firstPrompt !== undefined || bytes >= size) break;
    }
    // What was said in between counts more than the head and less than the tail.
    if (size > headSizes[0]!) {
      if (folder !== undefined) Object.assign(facts, readLabels(folder));
      learnLines(facts, textOf(file, Math.max(headSizes[0]!, size - tailBytes), size));
    }
    return { facts, mtime: mtimeMs, size };
  } catch {
    return undefined; // gone meanwhile, or not ours to read
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const buffer = Buffer.alloc(headSizes.at(-1)!);

/** One character per byte: cheap to search, and decoded only where it matters. */
function textOf(file: number, from: number, to: number): string {
  return buffer.toString('latin1', 0, readSync(file, buffer, 0, to - from, from));
}

/** How lines begin that name a session. */
const labels = ['custom-title', 'ai-title', 'tag', 'summary'].map((type) => `{"type":"${type}"`);

/** Once the first prompt is known only titles and tags matter; the other lines need not be taken apart. */
function learnLines(facts: SessionFacts, text: string): void {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    if (facts.firstPrompt === undefined || labels.some((label) => text.startsWith(label, start))) learnLine(facts, text.slice(start, end));
    start = end + 1;
  }
}

function learnLine(facts: SessionFacts, line: string): void {
  if (!line.startsWith('{')) return;
  try {
    learn(facts, JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as TranscriptRecord);
  } catch {
    // cut off at the edge
  }
}
