import { isUtf8 } from 'node:buffer';

/** Cuts a stream of bytes into records. A record that is not valid UTF-8 comes with its bytes, and with those that are no text written as \xNN. */
export class RecordSplitter {
  readonly #separator: number;
  readonly #onRecord: (record: string, raw?: Buffer) => void;
  #rest: Buffer[] = [];

  constructor(separator: '\n' | '\0', onRecord: (record: string, raw?: Buffer) => void) {
    this.#separator = separator.charCodeAt(0);
    this.#onRecord = onRecord;
  }

  take(chunk: Buffer): void {
    const last = chunk.lastIndexOf(this.#separator);
    if (last === -1) {
      this.#rest.push(chunk);
      return;
    }
    const whole = Buffer.concat([...this.#rest, chunk.subarray(0, last)]);
    this.#rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
    this.#split(whole);
  }

  /** Hands over what came after the last separator. */
  end(): void {
    const rest = Buffer.concat(this.#rest);
    if (rest.length > 0) this.#split(rest);
  }

  #split(bytes: Buffer): void {
    if (isUtf8(bytes)) {
      for (const record of bytes.toString('utf8').split(String.fromCharCode(this.#separator))) this.#onRecord(record);
      return;
    }
    for (let start = 0; start <= bytes.length;) {
      const at = bytes.indexOf(this.#separator, start);
      const raw = bytes.subarray(start, at === -1 ? bytes.length : at);
      if (isUtf8(raw)) this.#onRecord(raw.toString('utf8'));
      else this.#onRecord(escapeBytes(raw), raw);
      start += raw.length + 1;
    }
  }
}

/** Text with every byte that is not part of valid UTF-8 as \xNN. */
export function escapeBytes(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const length = [1, 2, 3, 4].find((size) => at + size <= bytes.length && isUtf8(bytes.subarray(at, at + size)));
    text += length === undefined ? `\\x${bytes[at]!.toString(16).padStart(2, '0')}` : bytes.toString('utf8', at, at + length);
    at += length ?? 1;
  }
  return text;
}
