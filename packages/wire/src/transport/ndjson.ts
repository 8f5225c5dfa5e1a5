import { AgentError } from '../errors.js';
import type { WireMessage } from './transport.js';

/** The longest line we take, in bytes. */
export const maxLineBytes = 64 * 1024 * 1024;

const newline = 10;
/** Bytes kept of a line that is too long, to tell what it was. */
const startKept = 200;

/** One message as one line. Line separators that some readers take for line ends are escaped. */
export function encodeLine(message: object): string {
  const json = toJson(message);
  return `${json.includes('\u2028') || json.includes('\u2029') ? json.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029') : json}\n`;
}

function toJson(message: object): string {
  try {
    return JSON.stringify(message);
  } catch (cause) {
    throw new AgentError('invalid_message', `A message cannot be written as JSON: ${(cause as Error).message}`, { cause });
  }
}

/** What one line turned out to be. */
export type Decoded = { message: WireMessage } | { problem: AgentError };

/** Turns bytes, cut anywhere, into messages. A line that is no message becomes a problem; the next one is read as usual. */
export class LineDecoder {
  readonly #limit: number;
  readonly #text = new TextDecoder('utf-8', { fatal: true });
  readonly #requireType: boolean;
  #parts: Uint8Array[] = [];
  #length = 0;
  /** How a line above the limit began. */
  #start = '';

  /** `requireType: false` takes any object, for protocols whose messages have no type. */
  constructor(options: { maxLineBytes?: number; requireType?: boolean } = {}) {
    this.#requireType = options.requireType ?? true;
    this.#limit = options.maxLineBytes ?? maxLineBytes;
  }

  push(chunk: Uint8Array): Decoded[] {
    const decoded: Decoded[] = [];
    let start = 0;
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, at));
      this.#finishLine(decoded);
      start = at + 1;
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start));
    return decoded;
  }

  /** The input is over: a last line without a newline still counts. */
  end(): Decoded[] {
    const decoded: Decoded[] = [];
    this.#finishLine(decoded);
    return decoded;
  }

  /** Remembers a piece of the current line; of a line above the limit only the length. */
  #keep(part: Uint8Array): void {
    this.#length += part.length;
    if (part.length > 0 && (this.#length <= this.#limit || this.#parts.length === 0)) this.#parts.push(part);
    if (this.#length <= this.#limit) return;
    if (this.#start === '') this.#start = new TextDecoder().decode(this.#parts[0]!.subarray(0, startKept));
    this.#parts = [];
  }

  #finishLine(decoded: Decoded[]): void {
    const length = this.#length;
    const parts = this.#parts;
    this.#length = 0;
    this.#parts = [];
    if (length > this.#limit) {
      decoded.push({ problem: tooLong(length, this.#limit, this.#start) });
      this.#start = '';
    } else if (length > 0) {
      const line = parts.length === 1 ? parts[0]! : join(parts, length);
      const item = this.#decode(line);
      if (item) decoded.push(item);
    }
  }

  #decode(line: Uint8Array): Decoded | undefined {
    let text: string;
    try {
      text = this.#text.decode(line);
    } catch (cause) {
      return { problem: new AgentError('invalid_json', `A line of ${line.length} bytes is not valid UTF-8; it was skipped.`, { cause }) };
    }
    if (text.trim() === '') return undefined;
    try {
      const value: unknown = JSON.parse(text);
      if (isMessage(value, this.#requireType)) return { message: value };
      return { problem: new AgentError('invalid_message', `A line is JSON but no message (an object with a "type"): ${excerpt(text)}`) };
    } catch (cause) {
      return {
        problem: new AgentError('invalid_json', `A line is not JSON; it was skipped: ${excerpt(text)}`, {
          data: { line: excerpt(text) },
          cause,
        }),
      };
    }
  }
}

function isMessage(value: unknown, requireType: boolean): value is WireMessage {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return !requireType || ('type' in value && typeof value.type === 'string');
}

function tooLong(size: number, limit: number, start: string): AgentError {
  return new AgentError('line_too_long', `A line of ${size} bytes is above the limit of ${limit}; it was skipped.`, {
    data: { size, limit, start },
  });
}

function excerpt(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}… (${text.length} characters)` : text;
}

function join(parts: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
