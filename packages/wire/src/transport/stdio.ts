import { streamTransport } from './stream.js';
import type { OnProblem, Transport } from './transport.js';

/** The engine's end of a pipe: messages on standard input and output. */
export function stdioTransport(options: { onProblem?: OnProblem } = {}): Transport {
  return streamTransport({
    readable: process.stdin,
    writable: process.stdout,
    ...options,
    // Everything written must reach the pipe before the process may go.
    onClose: () => new Promise((resolve) => (process.stdout.writable ? process.stdout.end(() => resolve()) : resolve())),
  });
}
export { streamTransport, type StreamTransportOptions } from './stream.js';
