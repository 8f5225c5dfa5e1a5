import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { ApiStreamEvent } from '@inboard/wire';
import { createParser, type EventSourceParser } from 'eventsource-parser';
import { readEvent } from './event.js';
import { damagedFailure, streamFailure, type FailedTry } from './failure.js';
import { SilenceWatch } from './silence.js';

/** How a stream of events ended. */
export type StreamEnd = { kind: 'complete' } | { kind: 'failed'; failure: FailedTry } | { kind: 'cut' };

export interface SseOptions {
  onEvent: (event: ApiStreamEvent) => void | Promise<void>;
  /** Milliseconds without an event other than a ping. */
  idleMs: number;
}

const largestEvent = 128 * 1024 * 1024;

/** Reads server-sent events until `message_stop`, an error event, the end of the body, or silence. Rejects when the body breaks. */
export async function readEvents(body: Readable, options: SseOptions): Promise<StreamEnd> {
  const decoder = new StringDecoder('utf8');
  const reader = new EventReader();
  const watch = new SilenceWatch(options.idleMs, (error) => body.destroy(error));
  try {
    // Left open at the end: a connection whose answer ended well is used again.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      reader.feed(decoder.write(chunk));
      const end = await passOn(reader, options, watch);
      if (end) return end;
    }
    reader.flush();
    return (await passOn(reader, options, watch)) ?? { kind: 'cut' };
  } finally {
    watch.stop();
  }
}

async function passOn(reader: EventReader, options: SseOptions, watch: SilenceWatch): Promise<StreamEnd | undefined> {
  const { ready } = reader;
  if (ready.length > 0) watch.heard();
  for (const event of ready) {
    const held = options.onEvent(event);
    if (held) {
      await held;
      watch.heard(); // time the host took is not the server's silence
    }
    if (event.type === 'message_stop') return { kind: 'complete' };
  }
  ready.length = 0;
  return reader.failure && { kind: 'failed', failure: reader.failure };
}

/** Takes text apart into events. The first thing that makes no sense ends the reading. */
class EventReader {
  readonly ready: ApiStreamEvent[] = [];
  failure: FailedTry | undefined;
  readonly #parser: EventSourceParser;
  #started = false;
  #first = true;
  #flushing = false;

  constructor() {
    this.#parser = createParser({
      maxBufferSize: largestEvent,
      onEvent: ({ data }) => this.#take(data),
      onError: (error) => {
        if (error.type === 'max-buffer-size-exceeded') this.failure ??= damagedFailure('that is too large', '');
      },
    });
  }

  feed(text: string): void {
    if (text === '' || this.failure) return;
    this.#parser.feed(this.#first ? text.replace(/^\uFEFF/, '') : text);
    this.#first = false;
  }

  /** The body is over: a last event without its empty line still counts when it is whole. */
  flush(): void {
    this.#flushing = true;
    this.feed('\n\n');
  }

  #take(data: string): void {
    if (this.failure) return;
    const read = readEvent(data);
    if ('problem' in read) {
      if (!this.#flushing) this.failure = damagedFailure(read.problem, data);
    } else if (read.event.type === 'error') this.failure = streamFailure(read.event.error);
    else this.#accept(read.event, data);
  }

  #accept(event: ApiStreamEvent, data: string): void {
    const type: string = event.type; // pings and events of a newer API come too
    if (type === 'ping') return;
    const problem = this.#orderProblem(type);
    if (problem !== undefined) this.failure = damagedFailure(problem, data);
    else this.ready.push(event);
  }

  #orderProblem(type: string): string | undefined {
    if (type === 'message_start') {
      if (this.#started) return 'that begins the reply twice';
      this.#started = true;
    }
    return this.#started || !isPartOfReply(type) ? undefined : 'before the beginning of the reply';
  }
}

function isPartOfReply(type: string): boolean {
  return type.startsWith('message_') || type.startsWith('content_block_');
}
