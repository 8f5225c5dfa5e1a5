import { statSync, type BigIntStats } from 'node:fs';

/** A text that was read. */
interface Found {
  text: string;
  real: string;
  /** `real` is where the file lies behind all links. */
  isReal: boolean;
}

const mostCharacters = 16 * 1024 * 1024;

/**
 * Texts of files that were read before, for as long as the files stay as they are. One process opens many
 * sessions in the same folders. A file that changed a moment ago is not kept: it may change again without
 * a new time of change.
 */
export class TextCache {
  readonly #entries = new Map<string, { stamp: string; found: Found }>();
  readonly #settledMs: number;
  #size = 0;

  constructor(settledMs = 100) {
    this.#settledMs = settledMs;
  }

  /** The text of a file that has not changed since it was kept. */
  find(path: string): Found | undefined {
    const entry = this.#entries.get(path);
    if (!entry) return undefined;
    if (stampAt(path) === entry.stamp) return entry.found;
    this.#drop(path);
    return undefined;
  }

  /** Keeps the text of a file that was in this state before it was read. */
  keep(path: string, found: Found, before: BigIntStats): void {
    this.#drop(path);
    if (Date.now() - Number(before.ctimeNs / 1_000_000n) < this.#settledMs) return;
    if (this.#size + found.text.length > mostCharacters) this.#clear();
    this.#entries.set(path, { found, stamp: stampOf(before) });
    this.#size += found.text.length;
  }

  #drop(path: string): void {
    this.#size -= this.#entries.get(path)?.found.text.length ?? 0;
    this.#entries.delete(path);
  }

  #clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}

/** What tells one state of a file from another. */
function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
}

function stampAt(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    return found && stampOf(found);
  } catch {
    return undefined; // whoever reads it finds out why
  }
}
