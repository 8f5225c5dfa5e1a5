import { statSync } from 'node:fs';

interface Dated {
  name: string;
  time: number;
}

/** Keeps the newest of many files, and no more of them than are wanted. */
export class NewestFiles {
  count = 0;
  readonly #wanted: number;
  #kept: Dated[] = [];
  /** Files older than this are not wanted any more. */
  #oldest = -Infinity;

  constructor(wanted: number) {
    this.#wanted = wanted;
  }

  /** Takes a file by the name it is listed under and the path to it, as bytes when it is no UTF-8. */
  add(name: string, path: string | Buffer): void {
    this.count += 1;
    const time = timeOf(path);
    if (time < this.#oldest) return;
    this.#kept.push({ name, time });
    if (this.#kept.length >= this.#wanted * 4 + 1000) this.#trim();
  }

  /** Newest first, those of the same time by name. */
  names(): string[] {
    this.#trim();
    return this.#kept.map(({ name }) => name);
  }

  #trim(): void {
    this.#kept.sort((a, b) => b.time - a.time || (a.name < b.name ? -1 : 1));
    this.#kept.length = Math.min(this.#kept.length, this.#wanted);
    if (this.#kept.length === this.#wanted) this.#oldest = this.#kept.at(-1)?.time ?? Infinity;
  }
}

// Asking the system at once is several times faster than through the thread pool.
function timeOf(path: string | Buffer): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  } catch {
    return 0; // gone or hidden by now; listed last
  }
}
