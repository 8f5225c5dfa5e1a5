import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { AgentError, errorText } from '../errors.js';
import { encodeLine, LineDecoder } from './ndjson.js';
import { MessageQueue } from './queue.js';
import type { OnProblem, Transport, WireMessage } from './transport.js';

export interface StreamTransportOptions {
  readable: Readable;
  writable: Writable;
  onProblem?: OnProblem;
  maxLineBytes?: number;
  /** Frees what stands behind the streams; called once, when the transport closes. */
  onClose?: (reason?: string) => Promise<void>;
}

/** NDJSON over a pair of Node streams. The reader is attached at once, so nothing is lost to a late consumer. */
export function streamTransport(options: StreamTransportOptions): Transport {
  const { readable, writable } = options;
  const closed = new AbortController();
  const incoming = new MessageQueue<WireMessage>();
  let ended = false;
  let closing: Promise<void> | undefined;

  void pump(readable, incoming, options).catch((error: unknown) => incoming.end(error));
  // A reader that went away (EPIPE) is the end of the connection, not a crash.
  writable.on('error', () => void close('the other side stopped reading'));
  writable.on('close', () => closed.abort());

  async function send(message: WireMessage): Promise<void> {
    if (ended || closed.signal.aborted) throw new AgentError('transport_closed', 'The connection is closed: nothing more can be sent.');
    if (!writable.write(encodeLine(message))) await drained(writable, closed.signal);
  }

  function end(): Promise<void> {
    if (ended) return Promise.resolve();
    ended = true;
    return new Promise((resolve) => (writable.destroyed || writable.writableEnded ? resolve() : writable.end(() => resolve())));
  }

  function close(reason?: string): Promise<void> {
    closing ??= (async () => {
      ended = true;
      closed.abort();
      incoming.end();
      await options.onClose?.(reason);
      readable.destroy();
      writable.destroy();
    })();
    return closing;
  }

  return { incoming, send, end, close, signal: closed.signal };
}

async function pump(readable: Readable, incoming: MessageQueue<WireMessage>, options: StreamTransportOptions): Promise<void> {
  const decoder = new LineDecoder(options.maxLineBytes === undefined ? {} : { maxLineBytes: options.maxLineBytes });
  const deliver = async (decoded: ReturnType<LineDecoder['push']>) => {
    for (const item of decoded) {
      if ('problem' in item) options.onProblem?.(item.problem);
      else {
        incoming.push(item.message);
        const room = incoming.room();
        if (room) await room;
      }
    }
  };
  try {
    for await (const chunk of readable as AsyncIterable<Uint8Array>) await deliver(decoder.push(chunk));
  } catch (error) {
    if (!incoming.ended) options.onProblem?.(new AgentError('transport_closed', `Reading failed: ${errorText(error)}`, { cause: error }));
  }
  await deliver(decoder.end());
  incoming.end();
}

async function drained(writable: Writable, signal: AbortSignal): Promise<void> {
  try {
    await once(writable, 'drain', { signal });
  } catch (cause) {
    throw new AgentError('transport_closed', 'The connection closed while a message was being sent.', { cause });
  }
}
