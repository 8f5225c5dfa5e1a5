import type { TextFormat } from '../file/text-format.js';
import { Refusal } from '../file/refusal.js';
import { endingsOf, findText, SearchTimeout, withEndings, type Span } from './find-text.js';

export interface Replacement {
  oldText: string;
  newText: string;
  all: boolean;
}

/** A file before and after, as bytes and as text. */
export interface Replaced {
  bytes: Buffer;
  before: string;
  after: string;
  count: number;
}

/** Replaces text in the bytes of a file. Bytes outside the places that match are taken over as they are. */
export function replaceText(bytes: Buffer, format: TextFormat, replacement: Replacement): Replaced {
  const body = bytes.subarray(format.bom.length);
  const before = format.decode(body);
  const spans = places(before, replacement);
  const endingAt = endingsOf(before);
  const pieces: Buffer[] = [format.bom];
  let after = '';
  let textAt = 0;
  let byteAt = 0;
  for (const span of spans) {
    const kept = before.slice(textAt, span.start);
    const start = byteAt + lengthOf(kept, format);
    const put = withEndings(replacement.newText, endingAt(span));
    pieces.push(body.subarray(byteAt, start), encoded(put, format));
    after += kept + put;
    textAt = span.end;
    byteAt = start + lengthOf(before.slice(span.start, span.end), format);
  }
  pieces.push(body.subarray(byteAt));
  return { bytes: Buffer.concat(pieces), before, after: after + before.slice(textAt), count: spans.length };
}

/** More places than this would take all memory. */
const mostReplaced = 500_000;
/** How many are counted of a text that should be there once. */
const mostCounted = 1000;
const timeoutMs = 2000;

/** The one place that is meant, or all of them. */
function places(text: string, { oldText, all }: Replacement): Span[] {
  const most = all ? mostReplaced : mostCounted;
  const spans = find(text, oldText, { apart: all, most: most + 1, timeoutMs });
  if (spans.length === 0)
    throw new Refusal('old_string is not in the file. It must match exactly, white space included; read the file again if in doubt.');
  const count = spans.length > most ? `more than ${most}` : spans.length;
  if (all && spans.length > most)
    throw new Refusal(`old_string is in the file ${count} times, too often for this tool. Use Bash with sed.`);
  if (!all && spans.length > 1)
    throw new Refusal(`old_string is in the file ${count} times. Add lines around it until it is unique, or set replace_all.`);
  return spans;
}

function find(...args: Parameters<typeof findText>): Span[] {
  try {
    return findText(...args);
  } catch (error) {
    if (error instanceof SearchTimeout) throw new Refusal(`old_string was looked for and ${error.message}: use a shorter one.`);
    throw error;
  }
}

/** How many bytes a part of the file takes. It came from the file, so it can be encoded. */
function lengthOf(text: string, format: TextFormat): number {
  return format.name === 'UTF-8' ? Buffer.byteLength(text) : encoded(text, format).length;
}

function encoded(text: string, format: TextFormat): Buffer {
  const bytes = format.encode(text);
  if (!bytes) throw new Refusal(`The file is ${format.name} and new_string has characters that it cannot hold.`);
  return bytes;
}
