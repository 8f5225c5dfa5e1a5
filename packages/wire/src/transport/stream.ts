import type { Readable, Writable } from 'node:stream';
import { AgentError, errorText } from '../errors.js';
import { within } from './deadline.js';
import { encodeLine, LineDecoder, type Decoded } from './ndjson.js';
import { MessageQueue } from './queue.js';
import { closedError, type OnProblem, type Transport, type WireMessage } from './transport.js';

export interface StreamTransportOptions {
  readable: Readable;
  writable: Writable;
  onProblem?: OnProblem;
  maxLineBytes?: number;
  /** `false` takes objects without a `type`, for other protocols. */
  requireType?: boolean;
  /** Milliseconds that a close waits for what was sent to get out; `Infinity` to wait as long as it takes. */
  flushMs?: number;
  /** Frees what stands behind the streams; called once, when the transport closes or the other side stops reading. */
  onClose?: (reason?: string) => Promise<void>;
}

const defaultFlushMs = 2000;

/** NDJSON over a pair of Node streams. The reader is attached at once, so nothing is lost to a late consumer. */
export function streamTransport(options: StreamTransportOptions): Transport {
  const { readable, writable } = options;
  const closed = new AbortController();
  const incoming = new MessageQueue<WireMessage>();
  const held = drainOf(writable);
  let ended = false;
  let lost = false;
  let freeing: Promise<void> | undefined;

  void pump(readable, incoming, options).catch((error: unknown) => incoming.end(error));
  // A reader that went away (EPIPE) ends the sending, not what it said before and not this process.
  writable.on('error', () => lose());
  writable.on('close', () => !ended && lose());

  async function send(message: WireMessage): Promise<void> {
    if (ended || closed.signal.aborted) throw closedError();
    if (!writable.write(encodeLine(message))) await held();
  }

  function end(): Promise<void> {
    ended = true;
    return finished(writable);
  }

  function lose(): void {
    ended = true;
    lost = true;
    closed.abort();
    void free('the other side stopped reading');
  }

  function free(reason?: string): Promise<void> {
    freeing ??= (async () => options.onClose?.(reason))().catch((error: unknown) => {
      options.onProblem?.(new AgentError('transport_closed', `Closing failed: ${errorText(error)}`, { cause: error }));
    });
    return freeing;
  }

  async function close(reason?: string): Promise<void> {
    ended = true;
    closed.abort();
    incoming.discard();
    await free(reason);
    // A socket is both: what was sent must get out before it goes.
    if (!Object.is(readable, writable)) readable.destroy();
    if (lost || !(await within(finished(writable), options.flushMs ?? defaultFlushMs))) writable.destroy();
    readable.destroy();
  }

  return { incoming, send, end, close, signal: closed.signal };
}

/** Ends a stream; resolves when all of it got out or it is gone. */
function finished(writable: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (writable.destroyed || writable.writableFinished) return resolve();
    writable.once('close', resolve);
    writable.once('finish', resolve);
    writable.end();
  });
}

async function pump(readable: Readable, incoming: MessageQueue<WireMessage>, options: StreamTransportOptions): Promise<void> {
  const decoder = new LineDecoder({
    ...(options.maxLineBytes !== undefined && { maxLineBytes: options.maxLineBytes }),
    ...(options.requireType !== undefined && { requireType: options.requireType }),
  });
  const deliver = async (decoded: Decoded[]) => {
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
    // A socket whose reading has ended may still be written to.
    const chunks = readable.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array | string>; // what a byte stream gives
    for await (const chunk of chunks) await deliver(decoder.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk));
  } catch (error) {
    if (!incoming.ended) options.onProblem?.(new AgentError('transport_closed', `Reading failed: ${errorText(error)}`, { cause: error }));
  }
  await deliver(decoder.end());
  incoming.end();
}

/** Gives what a writer waits for: one promise for everybody, settled when the stream has room, has ended or is gone. */
function drainOf(writable: Writable): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const events = ['drain', 'finish', 'error', 'close'];
      const settle = (cause?: unknown) => {
        waiting = undefined;
        for (const event of events) writable.off(event, settle);
        if (writable.destroyed && !writable.writableFinished) reject(closedError(cause));
        else resolve();
      };
      for (const event of events) writable.on(event, settle);
    });
  return () => (waiting ??= wait());
}
