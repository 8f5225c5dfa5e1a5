/** The server keeps the connection open and says nothing. */
export class SilenceError extends Error {
  readonly code = 'ESILENCE';
  constructor(milliseconds: number) {
    super(`nothing came for ${milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 1000)} s`}`);
  }
}

/** Notices when something has not come for a while. */
export class SilenceWatch {
  readonly #timer: NodeJS.Timeout;
  #heard = 0;
  #stopped = false;

  constructor(milliseconds: number, onSilence: (error: SilenceError) => void) {
    this.#timer = setTimeout(() => {
      const before = this.#heard;
      // After a machine has slept the time is up before what waits to be read is read: look there first.
      setImmediate(() => {
        if (this.#stopped) return;
        if (this.#heard === before) onSilence(new SilenceError(milliseconds));
        else this.#timer.refresh();
      });
    }, milliseconds);
  }

  /** Something came. */
  heard(): void {
    this.#heard += 1;
    this.#timer.refresh();
  }

  /** It is over. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }
}
