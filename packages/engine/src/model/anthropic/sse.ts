import { StringDecoder } from 'node:string_decoder';
import type { Readable } from 'node:stream';
import type { ApiStreamEvent } from '@inboard/wire';
import { createParser } from 'eventsource-parser';
import { streamFailure, type FailedTry } from './failure.js';

/** How a stream of events ended. */
export type StreamEnd = { kind: 'complete' } | { kind: 'failed'; failure: FailedTry } | { kind: 'cut' };

export interface SseOptions {
  onEvent: (event: ApiStreamEvent) => void | Promise<void>;
  /** Milliseconds without an event other than a ping. */
  idleMs: number;
}

/** Reads server-sent events until `message_stop`, an error event, the end of the body, or silence. Rejects when the body breaks. */
export async function readEvents(body: Readable, options: SseOptions): Promise<StreamEnd> {
  const decoder = new StringDecoder('utf8');
  const ready: ApiStreamEvent[] = [];
  let end: StreamEnd | undefined;
  const parser = createParser({
    onEvent: ({ data }) => {
      if (end) return;
      const event = parseEvent(data);
      if (event === undefined) end = { kind: 'failed', failure: damaged(data) };
      else if (event.type === 'error') end = { kind: 'failed', failure: streamFailure((event as { error?: unknown }).error) };
      else if (event.type !== 'ping') ready.push(event as ApiStreamEvent); // the API owns the other types; unknown ones pass through
    },
  });
  const idle = setTimeout(() => body.destroy(new SilenceError(options.idleMs)), options.idleMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      parser.feed(decoder.write(chunk));
      if (ready.length > 0) idle.refresh();
      for (const event of ready) {
        const held = options.onEvent(event);
        if (held) await held;
        if (event.type === 'message_stop') return { kind: 'complete' };
      }
      ready.length = 0;
      if (end) return end;
    }
    return { kind: 'cut' };
  } finally {
    clearTimeout(idle);
  }
}

/** The server keeps the connection open and says nothing. */
export class SilenceError extends Error {
  readonly code = 'ESILENCE';
  constructor(milliseconds: number) {
    super(`nothing was received for ${Math.round(milliseconds / 1000)} s`);
  }
}

function parseEvent(data: string): { type: string } | undefined {
  try {
    const event: unknown = JSON.parse(data);
    return typeof event === 'object' && event !== null && 'type' in event && typeof event.type === 'string' ? (event as { type: string }) : undefined;
  } catch {
    return undefined; // the caller reports it with the text
  }
}

function damaged(data: string): FailedTry {
  return { category: 'server_error', status: null, message: `The server sent an event that is not JSON: ${data.slice(0, 200)}` };
}
