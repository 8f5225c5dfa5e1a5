import { statSync } from 'node:fs';

interface Entry {
  stamp: string;
  text: string;
  real: string;
}

const mostCharacters = 16 * 1024 * 1024;
/** Files that changed a moment ago may change again without a new time of change. */
const settledMs = 100;

/** Texts of files that were read before, for as long as the files stay as they are. One process opens many sessions in the same folders. */
export class TextCache {
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  /** The text of a file that has not changed since it was kept. */
  find(path: string): { text: string; real: string } | undefined {
    const entry = this.#entries.get(path);
    if (!entry) return undefined;
    if (stampOf(path)?.stamp === entry.stamp) return { text: entry.text, real: entry.real };
    this.#drop(path, entry);
    return undefined;
  }

  /** Keeps the text of a file; `stamp` was taken before it was read. */
  keep(path: string, found: { text: string; real: string }, before: Stamp | undefined): void {
    if (!before || Date.now() - before.changedMs < settledMs) return;
    if (this.#size + found.text.length > mostCharacters) this.#clear();
    this.#entries.set(path, { ...found, stamp: before.stamp });
    this.#size += found.text.length;
  }

  #drop(path: string, entry: Entry): void {
    this.#entries.delete(path);
    this.#size -= entry.text.length;
  }

  #clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }
}

/** What tells one state of a file from another. */
export interface Stamp {
  stamp: string;
  changedMs: number;
}

/** The state a file is in, links followed; nothing when it cannot be seen. */
export function stampOf(path: string): Stamp | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false, bigint: true });
    if (!found?.isFile()) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs } = found;
    return { stamp: `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`, changedMs: Number(ctimeNs / 1_000_000n) };
  } catch {
    return undefined; // whoever reads it finds out why
  }
}
