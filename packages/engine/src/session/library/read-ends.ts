import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptRecord } from '../record.js';
import { infoOf, learn, type SDKSessionInfo, type SessionFacts } from './session-info.js';
import { readLabels } from './labels.js';

/** Most sessions say what they are about in their first lines. */
const headSizes = [8 * 1024, 256 * 1024];
const tailBytes = 8 * 1024;

/** What a transcript is about, from its head and tail alone; nothing when it cannot be read or has nothing to show. */
export function readEnds(sessionId: string, path: string, folder: string | undefined): SDKSessionInfo | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const { size, mtimeMs } = fstatSync(file);
    const facts: SessionFacts = {};
    for (const bytes of headSizes) {
      for (const record of linesOf(file, 0, Math.min(bytes, size))) learn(facts, record);
      if (facts.firstPrompt !== undefined || bytes >= size) break;
    }
    if (size > headSizes[0]!) for (const record of linesOf(file, Math.max(headSizes[0]!, size - tailBytes), size)) learn(facts, record);
    if (folder !== undefined) Object.assign(facts, readLabels(folder));
    return infoOf(sessionId, facts, { mtime: mtimeMs, size });
  } catch {
    return undefined; // gone meanwhile, or not ours to read
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

const buffer = Buffer.alloc(headSizes.at(-1)!);

/** The whole lines between two bytes that are records. */
function linesOf(file: number, from: number, to: number): TranscriptRecord[] {
  const length = readSync(file, buffer, 0, to - from, from);
  const text = buffer.toString('utf8', 0, length);
  return text.split('\n').flatMap((line) => {
    try {
      return line.startsWith('{') ? [JSON.parse(line) as TranscriptRecord] : [];
    } catch {
      return []; // cut off at the edge
    }
  });
}

/** The path of a session's transcript within its folder. */
export function transcriptIn(folder: string): string {
  return join(folder, 'transcript.jsonl');
}
