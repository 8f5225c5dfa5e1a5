/** How long the work may take to end after a signal. */
const patienceMs = 4000;

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * Ends the work at the first signal and the process at the second, or when the work does not end in
 * time. Returns a function that gives the exit code of a signal, if one came.
 */
export function onSignals(end: () => void): () => number | undefined {
  let code: number | undefined;
  const handle = (signal: keyof typeof codes) => {
    if (code !== undefined) process.exit(codes[signal]);
    code = codes[signal];
    process.exitCode = code; // also when nothing is left that could say so
    setTimeout(() => process.exit(code), patienceMs).unref();
    end();
  };
  for (const signal of Object.keys(codes) as (keyof typeof codes)[]) process.on(signal, () => handle(signal)); // the keys of a const object are its names
  return () => code;
}
