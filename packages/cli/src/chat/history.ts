import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const most = 1000;

/** What was typed, in this chat and earlier ones. The file is for its owner alone; one that cannot be used is done without. */
export class History {
  readonly #path: string;
  readonly #entries: string[];
  #at: number;
  /** What was being written when the person went back. */
  #draft = '';

  constructor(path: string) {
    this.#path = path;
    this.#entries = readEntries(path);
    this.#at = this.#entries.length;
  }

  add(text: string): void {
    if (text.trim() !== '' && text !== this.#entries.at(-1)) {
      this.#entries.push(text);
      this.#save(text);
    }
    this.#at = this.#entries.length;
  }

  /** The entry before the one that is shown; nothing when there is none. */
  older(current: string): string | undefined {
    if (this.#at === 0) return undefined;
    if (this.#at === this.#entries.length) this.#draft = current;
    this.#at -= 1;
    return this.#entries[this.#at];
  }

  /** The entry after it, at last what was being written. */
  newer(): string | undefined {
    if (this.#at >= this.#entries.length) return undefined;
    this.#at += 1;
    return this.#at === this.#entries.length ? this.#draft : this.#entries[this.#at];
  }

  #save(text: string): void {
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      if (this.#entries.length <= most) return appendFileSync(this.#path, `${JSON.stringify(text)}\n`, { mode: 0o600 });
      this.#entries.splice(0, this.#entries.length - most / 2);
      writeFileSync(this.#path, this.#entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
      chmodSync(this.#path, 0o600);
    } catch {
      // a chat without a memory is still a chat
    }
  }
}

function readEntries(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').flatMap(readEntry);
  } catch {
    return []; // none yet, or not readable
  }
}

function readEntry(line: string): string[] {
  try {
    const entry: unknown = JSON.parse(line);
    return typeof entry === 'string' ? [entry] : [];
  } catch {
    return []; // torn or not ours
  }
}
