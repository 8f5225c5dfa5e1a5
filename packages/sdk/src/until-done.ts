/** A promise and the way to resolve it. */
export function createSignal(): { promise: Promise<void>; resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Passes a stream on until it ends or `done` resolves; then the stream is told that nobody reads it any more. */
export async function* untilDone<T>(stream: AsyncIterable<T>, done: Promise<void>): AsyncGenerator<T, void> {
  const source = stream[Symbol.asyncIterator]();
  const over = done.then(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([source.next(), over]);
      if (next === undefined || next.done) return;
      yield next.value;
    }
  } finally {
    // Not waited for: a generator that waits for something of its own answers only then.
    void Promise.resolve(source.return?.()).catch(() => undefined); // it is the caller's; what it says at its end concerns nobody here
  }
}
