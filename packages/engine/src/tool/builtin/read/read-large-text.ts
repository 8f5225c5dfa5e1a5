import { isUtf8 } from 'node:buffer';
import type { ReadInput } from '@inboard/wire';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { formatSize, readUpTo } from '../file/open-file.js';
import { Refusal } from '../file/refusal.js';
import { markedFormat } from '../file/text-format.js';
import { maxOutput, type ReadFile } from './read-file.js';
import { binaryText } from './read-text.js';
import { cutLine, defaultLines, maxLineLength, noLines, showLines } from './show-lines.js';

const chunkBytes = 1024 * 1024;

/** Reads lines of a file that is too large for memory: it is passed over up to the first line, and left after the last. */
export async function readLargeText(file: ReadFile, input: ReadInput, context: ToolContext): Promise<ToolOutcome> {
  const { path, stat } = file;
  await checkText(file);
  const startLine = Math.max(1, input.offset ?? 1);
  const collector = new LineCollector(startLine, input.limit ?? defaultLines);
  const chunk = Buffer.allocUnsafe(chunkBytes);
  for (let at = 0; !collector.full;) {
    context.signal.throwIfAborted();
    const { bytesRead } = await file.handle.read(chunk, 0, chunkBytes, at);
    if (bytesRead === 0) break;
    collector.take(chunk.subarray(0, bytesRead));
    at += bytesRead;
  }
  const { lines, lineNumber: totalLines, full } = collector.end();
  if (lines.length === 0)
    return noLines(path, `The file has ${totalLines} lines; there is no line ${startLine}.`, { startLine, totalLines });
  const notes = [`the file has ${formatSize(stat.size)}: too large to be changed with Edit or Write`];
  return showLines({ path, lines, startLine, totalLines, more: full, notes }, maxOutput(context.env)).outcome;
}

/** A file of this size is judged by its beginning. */
async function checkText({ path, handle, stat }: ReadFile): Promise<void> {
  const head = await readUpTo(handle, stat, 64 * 1024);
  const format = markedFormat(head);
  if (format && format.name !== 'UTF-8')
    throw new Refusal(`${path} is ${format.name} and has ${formatSize(stat.size)}: too large for this encoding.`);
  // A character may be cut in two at the end of what was read.
  const isText = !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
  if (!isText) throw new Refusal(binaryText(path, stat.size));
}

/** Collects the lines that are asked for; of each no more than is shown. */
class LineCollector {
  readonly lines: string[] = [];
  lineNumber = 1;
  full = false;
  readonly #first: number;
  readonly #limit: number;
  #kept: Buffer[] = [];
  #keptBytes = 0;
  #lineBytes = 0;

  constructor(first: number, limit: number) {
    this.#first = first;
    this.#limit = limit;
  }

  take(chunk: Buffer): void {
    let start = 0;
    for (let at = chunk.indexOf(10); at !== -1 && !this.full; at = chunk.indexOf(10, start)) {
      this.#add(chunk.subarray(start, at));
      this.#endLine();
      start = at + 1;
    }
    if (!this.full) this.#add(chunk.subarray(start));
  }

  end(): this {
    if (!this.full && this.lineNumber >= this.#first) this.lines.push(this.#text());
    return this;
  }

  #add(part: Buffer): void {
    this.#lineBytes += part.length;
    const room = maxLineLength * 4 - this.#keptBytes;
    if (this.lineNumber < this.#first || room <= 0) return;
    const kept = Buffer.from(part.subarray(0, room)); // the chunk is used again
    this.#kept.push(kept);
    this.#keptBytes += kept.length;
  }

  #endLine(): void {
    if (this.lineNumber >= this.#first) this.lines.push(this.#text());
    this.full = this.lines.length >= this.#limit;
    if (!this.full) this.lineNumber += 1;
    this.#kept = [];
    this.#keptBytes = 0;
    this.#lineBytes = 0;
  }

  #text(): string {
    const text = Buffer.concat(this.#kept).toString('utf8').replace(/\r$/, '');
    return this.#lineBytes > this.#keptBytes ? `${text.slice(0, maxLineLength)}… (${this.#lineBytes} bytes)` : cutLine(text);
  }
}
