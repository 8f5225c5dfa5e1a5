import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The lines of an input, one at a time; those that come early wait. */
export class LineReader {
  readonly #interface: Interface;
  readonly #waiting: string[] = [];
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor(input: Readable) {
    this.#interface = createInterface({ input, terminal: false });
    this.#interface.on('line', (line) => {
      this.#waiting.push(line);
      this.#wake?.();
    });
    this.#interface.once('close', () => {
      this.#isOver = true;
      this.#wake?.();
    });
  }

  /** The next line; nothing at the end of the input, or when nobody wants it any more. */
  async next(signal?: AbortSignal): Promise<string | undefined> {
    const isWanted = () => this.#waiting.length === 0 && !this.#isOver && !signal?.aborted;
    while (isWanted()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
        signal?.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    return signal?.aborted ? undefined : this.#waiting.shift();
  }

  close(): void {
    this.#interface.close();
  }
}
