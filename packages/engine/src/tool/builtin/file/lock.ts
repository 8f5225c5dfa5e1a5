const tails = new Map<string, Promise<unknown>>();

/** Runs changes of one file one after the other, also those of different sessions in this process. */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const before = tails.get(path);
  const run = before ? before.then(work, work) : work();
  tails.set(path, run);
  try {
    return await run;
  } finally {
    if (tails.get(path) === run) tails.delete(path);
  }
}
