/** What is left of a long output: how it began, how it ended, and how many bytes lie between. */
export interface Excerpt {
  head: string;
  tail: string;
  /** Zero when head and tail together are the whole. */
  omittedBytes: number;
}

/** In UTF-8 one UTF-16 unit takes at most three bytes, so more bytes than this are surely more characters than the limit. */
const bytesPerUnit = 3;

/** Keeps the beginning and the end of a stream of bytes in memory of fixed size. */
export class HeadTail {
  readonly #limit: number;
  readonly #capacity: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer | undefined;
  /** Where the next byte goes in the ring. */
  #at = 0;
  #tailBytes = 0;
  #total = 0;

  /** `limit` is the number of characters that head and tail may have together. */
  constructor(limit: number) {
    this.#limit = limit;
    this.#capacity = Math.max(bytesPerUnit * limit, 4);
  }

  /** The bytes that went in. */
  get total(): number {
    return this.#total;
  }

  /** The bytes that came after those that `beginning` holds. */
  get beyond(): number {
    return this.#total - this.#headBytes;
  }

  /** The first bytes: at least as many as the limit has characters, if so many came. */
  beginning(): Buffer {
    return Buffer.concat(this.#head);
  }

  push(chunk: Buffer): void {
    this.#total += chunk.length;
    const room = this.#capacity - this.#headBytes;
    const first = chunk.subarray(0, room);
    if (first.length > 0) {
      this.#head.push(Buffer.from(first)); // a copy: the chunk may be part of a much larger buffer
      this.#headBytes += first.length;
      if (this.#head.length > 256) this.#head = [Buffer.concat(this.#head)];
    }
    if (chunk.length > room) this.#pushTail(chunk.subarray(Math.max(room, 0)));
  }

  /** The first and last characters. Bytes that are no UTF-8 become replacement characters; no character is cut. */
  excerpt(): Excerpt {
    const start = this.beginning();
    if (this.#tailBytes === 0) {
      const text = start.toString('utf8');
      if (text.length <= this.#limit) return { head: text, tail: '', omittedBytes: 0 };
    }
    const half = Math.ceil(this.#limit / 2);
    const head = firstUnits(dropPartialEnd(start).toString('utf8'), half);
    const end = this.#tailBytes === 0 ? start : Buffer.concat([start, this.#ring()]);
    const tail = lastUnits(dropPartialStart(end.subarray(-bytesPerUnit * half - 4)).toString('utf8'), this.#limit - half);
    return { head, tail, omittedBytes: Math.max(this.#total - Buffer.byteLength(head) - Buffer.byteLength(tail), 1) };
  }

  #pushTail(chunk: Buffer): void {
    this.#tail ??= Buffer.alloc(this.#capacity);
    const last = chunk.subarray(-this.#capacity);
    const untilEnd = Math.min(last.length, this.#capacity - this.#at);
    last.copy(this.#tail, this.#at, 0, untilEnd);
    last.copy(this.#tail, 0, untilEnd);
    this.#at = (this.#at + last.length) % this.#capacity;
    this.#tailBytes = Math.min(this.#tailBytes + last.length, this.#capacity);
  }

  #ring(): Buffer {
    if (!this.#tail) return Buffer.alloc(0);
    if (this.#tailBytes < this.#capacity) return this.#tail.subarray(0, this.#tailBytes);
    return Buffer.concat([this.#tail.subarray(this.#at), this.#tail.subarray(0, this.#at)]);
  }
}

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;

/** Without the bytes of a character whose rest lies beyond the end. */
function dropPartialEnd(bytes: Buffer): Buffer {
  let start = bytes.length - 1;
  while (start > bytes.length - 4 && isContinuation(bytes[start])) start -= 1;
  const lead = bytes[start] ?? 0;
  const needs = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return bytes.length - start < needs ? bytes.subarray(0, start) : bytes;
}

/** Without the bytes of a character that began before the start. */
function dropPartialStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < 3 && isContinuation(bytes[start])) start += 1;
  return bytes.subarray(start);
}

function firstUnits(text: string, count: number): string {
  const code = text.charCodeAt(count - 1);
  return text.slice(0, code >= 0xd800 && code < 0xdc00 ? count - 1 : count);
}

function lastUnits(text: string, count: number): string {
  if (count === 0) return '';
  const last = text.slice(-count);
  const code = last.charCodeAt(0);
  return code >= 0xdc00 && code < 0xe000 ? last.slice(1) : last;
}
