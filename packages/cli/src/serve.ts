import { createEngine, interruptTexts, type EngineOptions } from '@inboard/engine';
import type { Transport, WireMessage } from '@inboard/wire';
import { stdioTransport } from '@inboard/wire/stdio';

/** Serves a host over standard input and output. Returns the exit code. */
export async function serve(options: EngineOptions): Promise<number> {
  const transport = stdioTransport({ onProblem: (problem) => process.stderr.write(`inboard: ${problem.message}\n`) });
  let failed = false;
  const watched: Transport = {
    ...transport,
    send: (message: WireMessage) => {
      if (message.type === 'result') failed = isFailure(message);
      return transport.send(message);
    },
  };
  const stop = onSignals(() => void transport.close());
  await createEngine(options).attach(watched);
  return stop() ?? (failed ? 1 : 0);
}

/** A turn that broke. One that the host interrupted or limited ended as it was told to. */
function isFailure(result: WireMessage): boolean {
  const interrupted = Array.isArray(result.errors) && interruptTexts.includes(String(result.errors[0]));
  return result.subtype === 'error_during_execution' && !interrupted;
}

/** Ends the work at the first signal and the process at the second. Returns a function that gives the exit code of a signal, if one came. */
export function onSignals(end: () => void): () => number | undefined {
  let code: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    const mine = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal as 'SIGINT'];
    if (code !== undefined) process.exit(mine);
    code = mine;
    end();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, handle);
  return () => code;
}
