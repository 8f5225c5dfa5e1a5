const most = 3;
/** A server that ran this long before it fell may be started as often again. */
const stableMs = 60_000;

/** How often, and after what time, a server that fell is started again. */
export class Restarts {
  readonly #baseMs: number;
  #count = 0;
  /** When the server was last connected; until then it is not started again. */
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wake: (() => void) | undefined;

  constructor(baseMs: number) {
    this.#baseMs = baseMs;
  }

  reset(): void {
    this.stop();
    this.#count = 0;
    this.#since = undefined;
  }

  connected(): void {
    this.#since = performance.now();
  }

  /** The next start, if there is one left. A server that never worked has none. */
  next(): { number: number; most: number; delayMs: number } | undefined {
    if (this.#since === undefined) return undefined;
    if (performance.now() - this.#since > stableMs) this.#count = 0;
    if (this.#count >= most) return undefined;
    this.#count += 1;
    return { number: this.#count, most, delayMs: this.#baseMs * 2 ** (this.#count - 1) };
  }

  wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
      this.#timer = setTimeout(resolve, milliseconds).unref();
    });
  }

  /** Ends a wait at once. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#wake?.();
    this.#wake = undefined;
  }
}
