let broken = false;
const onBroken: (() => void)[] = [];

// A reader that goes away is the end of the work, not a crash. Node neither destroys nor finishes the stream then.
process.stdout.on('error', () => {
  broken = true;
  for (const then of onBroken.splice(0)) then();
});

/** Calls back when whoever reads our output goes away. */
export function whenReaderLeaves(then: () => void): void {
  onBroken.push(then);
}

/** Writes; the promise resolves when there is room for more, or nobody is left to read it. */
export function write(text: string | Uint8Array): Promise<void> | undefined {
  if (broken || process.stdout.write(text)) return undefined;
  return flushed();
}

/** Resolves when everything written has reached the reader, or nobody is left to read it. */
export function flushed(): Promise<void> {
  return new Promise((resolve) => {
    if (broken || process.stdout.writableLength === 0) return resolve();
    onBroken.push(resolve);
    process.stdout.once('drain', resolve);
    process.stdout.once('finish', resolve);
  });
}
