import type { ReadInput } from '@inboard/wire';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { formatSize, readUpTo } from '../file/open-file.js';
import { Refusal } from '../file/refusal.js';
import { noteRead } from '../file/seen.js';
import { textFormat, type TextFormat } from '../file/text-format.js';
import { maxOutput, type ReadFile } from './read-file.js';
import { cutLine, defaultLines, noLines, showLines } from './show-lines.js';

/** Reads lines of a text file that fits into memory. */
export async function readText(file: ReadFile, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  const { path, realPath } = file;
  const bytes = await readUpTo(file.handle, file.stat, Number.MAX_SAFE_INTEGER);
  const startLine = Math.max(1, input.offset ?? 1);
  if (bytes.length === 0) {
    noteRead(context.state, realPath, bytes, { first: 1, last: 0, total: 0 });
    return noLines(path, 'The file is empty.', { startLine, totalLines: 0 });
  }
  const format = await textFormat(bytes);
  if (!format) throw new Refusal(binaryText(path, bytes.length));
  const { lines, totalLines } = linesOf(bytes.subarray(format.bom.length), format, startLine, input.limit ?? defaultLines);
  if (lines.length === 0) {
    return noLines(path, `The file has ${totalLines} line${totalLines === 1 ? '' : 's'}; there is no line ${startLine}.`, {
      startLine,
      totalLines,
    });
  }
  const notes = format.name === 'UTF-8' ? [] : [`encoding: ${format.name}`];
  const { outcome, lastLine } = showLines(
    { path, lines: lines.map(cutLine), startLine, totalLines, more: false, notes },
    maxOutput(context.env),
  );
  noteRead(context.state, realPath, bytes, { first: startLine, last: lastLine, total: totalLines });
  return outcome;
}

/** Why a file is not shown as text. */
export function binaryText(path: string, size: number): string {
  return `${path} is a binary file (${formatSize(size)}): it cannot be shown as text.`;
}

interface Lines {
  lines: string[];
  totalLines: number;
}

function linesOf(body: Buffer, format: TextFormat, startLine: number, limit: number): Lines {
  if (format.name === 'UTF-8') return utf8Lines(body, startLine, limit);
  const all = format.decode(body).split(/\r?\n/);
  return { lines: all.slice(startLine - 1, startLine - 1 + limit), totalLines: all.length };
}

/** Only the lines that are shown become strings. */
function utf8Lines(body: Buffer, startLine: number, limit: number): Lines {
  let newlines = 0;
  let start = startLine === 1 ? 0 : -1;
  let end = -1;
  for (let at = body.indexOf(10); at !== -1; at = body.indexOf(10, at + 1)) {
    newlines += 1;
    if (newlines === startLine - 1) start = at + 1;
    if (newlines === startLine - 1 + limit) end = at;
  }
  const totalLines = newlines + 1;
  if (start === -1) return { lines: [], totalLines };
  const shown = body.subarray(start, end === -1 ? body.length : end).toString('utf8');
  return { lines: shown.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)), totalLines };
}
