import { streamTransport } from './stream.js';
import type { OnProblem, Transport } from './transport.js';

export { streamTransport, type StreamTransportOptions } from './stream.js';

/** The engine's end of a pipe: messages on standard input and output. Everything sent reaches the pipe before a close ends. */
export function stdioTransport(options: { onProblem?: OnProblem } = {}): Transport {
  return streamTransport({ readable: process.stdin, writable: process.stdout, flushMs: Infinity, ...options });
}
