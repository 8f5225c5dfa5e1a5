/** One place where two texts differ, with the lines around it. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  lines: string[];
}

const contextLines = 3;
/** Long texts are compared this many characters at a time. */
const block = 4096;

/** How one text becomes another, as a unified diff. Only the part that differs is compared line by line. */
export async function structuredPatch(before: string, after: string): Promise<Hunk[]> {
  if (before === after) return [];
  const { structuredPatch: compare } = await import('diff');
  const start = sharedStart(before, after);
  const end = sharedEnd(before, after, start);
  const oldPart = before.slice(start, before.length - end);
  const newPart = after.slice(start, after.length - end);
  const firstLine = countLines(before, start);
  const found = compare('', '', oldPart, newPart, '', '', { context: contextLines, timeout: 500 });
  const hunks = found?.hunks ?? [wholeHunk(oldPart, newPart)];
  return hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
    oldStart: oldStart + firstLine,
    oldLines,
    newStart: newStart + firstLine,
    newLines,
    lines,
  }));
}

/** The length of the shared beginning, less the lines that are shown for context. */
function sharedStart(before: string, after: string): number {
  let at = 0;
  while (at + block <= before.length && before.slice(at, at + block) === after.slice(at, at + block)) at += block;
  while (at < before.length && at < after.length && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  for (let line = 0; line <= contextLines; line += 1) {
    const newline = at === 0 ? -1 : before.lastIndexOf('\n', at - 1);
    if (newline === -1) return 0;
    at = newline;
  }
  return at + 1;
}

/** The length of the shared end, less the lines that are shown for context. */
function sharedEnd(before: string, after: string, start: number): number {
  const most = Math.min(before.length, after.length) - start;
  let length = 0;
  while (length + block <= most && endOf(before, length) === endOf(after, length)) length += block;
  while (length < most && before.charCodeAt(before.length - 1 - length) === after.charCodeAt(after.length - 1 - length)) length += 1;
  let at = before.length - length;
  for (let line = 0; line <= contextLines; line += 1) {
    const newline = before.indexOf('\n', at);
    if (newline === -1) return 0;
    at = newline + 1;
  }
  return before.length - at;
}

/** The block that ends so many characters before the end. */
function endOf(text: string, length: number): string {
  return text.slice(text.length - length - block, text.length - length);
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** For texts so different that comparing them would take too long. */
function wholeHunk(before: string, after: string): Hunk {
  const removed = linesOf(before);
  const added = linesOf(after);
  return {
    oldStart: 1,
    oldLines: removed.length,
    newStart: 1,
    newLines: added.length,
    lines: [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)],
  };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}
