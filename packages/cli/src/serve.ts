import { createEngine, interruptTexts, type EngineOptions } from '@inboard/engine';
import type { Transport, WireMessage } from '@inboard/wire';
import { stdioTransport } from '@inboard/wire/stdio';
import { onSignals } from './signals.js';
import { whenReaderLeaves } from './standard-output.js';

/** Serves a host over standard input and output. Returns the exit code. */
export async function serve(options: EngineOptions): Promise<number> {
  const transport = stdioTransport({ onProblem: (problem) => process.stderr.write(`inboard: ${problem.message}\n`) });
  let failed = false;
  let hostIsGone = false;
  const watched: Transport = {
    ...transport,
    send: (message: WireMessage) => {
      if (message.type === 'result') failed = isFailure(message);
      return transport.send(message);
    },
    // What was written for a host that is gone will never get out.
    close: async () => (hostIsGone ? undefined : transport.close()),
  };
  whenReaderLeaves(() => {
    hostIsGone = true;
    void transport.close();
  });
  const signalCode = onSignals(() => void transport.close());
  await createEngine(options).attach(watched);
  return signalCode() ?? (failed ? 1 : 0);
}

/** A turn that broke. One that the host interrupted or limited ended as it was told to. */
function isFailure(result: WireMessage): boolean {
  const interrupted = Array.isArray(result.errors) && interruptTexts.includes(String(result.errors[0]));
  return result.subtype === 'error_during_execution' && !interrupted;
}
