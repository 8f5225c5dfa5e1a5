import type { ScriptedBlock } from './blocks.js';
import { compressors, cutInto, encodeEvents, type Compression, type EncodeOptions } from './encode.js';
import { eventsOf, messageOf, type ReplyShape, type ScriptedEvent } from './events.js';

/** A request that the scripted server has received. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[] | undefined>;
  /** The body as it was sent. */
  raw: string;
  /** The body as JSON; empty when it was none. */
  body: Record<string, unknown>;
}

/** What happens to the connection after the last piece; `ping` keeps it open and sends pings. */
export type After = 'end' | 'reset' | 'stay-open' | 'ping';

/** One answer of the server. */
export type Step =
  | { kind: 'stream'; status: number; headers: Record<string, string>; pieces: (string | Uint8Array)[]; delayMs: number; after: After }
  | { kind: 'status'; status: number; headers: Record<string, string>; body: string }
  | { kind: 'later'; delayMs: number; step: Step }
  | { kind: 'reset' }
  | { kind: 'silence' };

/** A step, or a function that makes one from the request. */
export type Answer = Step | ((request: RecordedRequest, index: number) => Step | Promise<Step>);

export interface StreamOptions extends ReplyShape, EncodeOptions {
  /** Milliseconds between two events. */
  delayMs?: number;
  /** Bytes per write: the stream is cut there, whatever stands there. */
  chunkBytes?: number;
  /** Packs the body. */
  compress?: Compression;
  headers?: Record<string, string>;
  after?: After;
}

/** A reply with these blocks. The last argument may be options. */
export function reply(...parts: (ScriptedBlock | StreamOptions)[]): Step {
  const blocks = parts.filter((part) => 'type' in part);
  const options = parts.find((part): part is StreamOptions => !('type' in part)) ?? {};
  return stream(eventsOf(blocks, options), options);
}

/** A reply made of exactly these events. */
export function stream(events: readonly ScriptedEvent[], options: StreamOptions = {}): Step {
  const headers = { 'request-id': 'req_scripted', ...(options.compress && { 'content-encoding': options.compress }), ...options.headers };
  return {
    kind: 'stream',
    status: 200,
    headers,
    pieces: piecesOf(events, options),
    delayMs: options.delayMs ?? 0,
    after: options.after ?? 'end',
  };
}

function piecesOf(events: readonly ScriptedEvent[], options: StreamOptions): (string | Uint8Array)[] {
  const { chunkBytes, compress } = options;
  if (chunkBytes === undefined && !compress)
    return events.map((event, index) => encodeEvents([event], { ...options, byteOrderMark: options.byteOrderMark && index === 0 }));
  const whole = encodeEvents(events, options);
  const bytes = compress ? compressors[compress](whole) : whole;
  return cutInto(bytes, chunkBytes ?? bytes.length);
}

/** A reply of exactly these bytes. */
export function bytes(pieces: (string | Uint8Array)[], options: Pick<StreamOptions, 'delayMs' | 'headers' | 'after'> = {}): Step {
  return {
    kind: 'stream',
    status: 200,
    headers: options.headers ?? {},
    pieces,
    delayMs: options.delayMs ?? 0,
    after: options.after ?? 'end',
  };
}

/** A reply that comes as one JSON message, as from a server that does not stream. */
export function wholeMessage(blocks: readonly ScriptedBlock[], shape: ReplyShape = {}): Step {
  return { kind: 'status', status: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(messageOf(blocks, shape)) };
}

/** A reply that breaks off after some of its events. */
export function cutAfter(events: number, blocks: readonly ScriptedBlock[], how: After = 'reset'): Step {
  return stream(eventsOf(blocks).slice(0, events), { after: how });
}

/** An error the API puts into a stream that had begun well. */
export function errorEvent(type: string, message: string, before: readonly ScriptedBlock[] = []): Step {
  const begun = before.length === 0 ? [] : eventsOf(before).slice(0, -2);
  return stream([...begun, { type: 'error', error: { type, message } }]);
}

/** An HTTP error in the shape of the API. */
export function status(code: number, message = 'scripted error', options: { type?: string; headers?: Record<string, string> } = {}): Step {
  const body = JSON.stringify({ type: 'error', error: { type: options.type ?? errorTypes[code] ?? 'api_error', message } });
  return { kind: 'status', status: code, headers: { 'content-type': 'application/json', ...options.headers }, body };
}

const errorTypes: Record<number, string> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/** The header by which a server says when to come back. */
export function retryAfter(when: { seconds: number } | { ms: number } | { date: Date }): Record<string, string> {
  if ('ms' in when) return { 'retry-after-ms': String(when.ms) };
  return { 'retry-after': 'date' in when ? when.date.toUTCString() : String(when.seconds) };
}

/** Sends the client to another address. */
export function redirect(location: string, code: 301 | 302 | 307 | 308 = 307): Step {
  return { kind: 'status', status: code, headers: { location }, body: '' };
}

/** A page for people, as a portal or a proxy sends it. */
export function page(html: string, code = 200): Step {
  return { kind: 'status', status: code, headers: { 'content-type': 'text/html' }, body: html };
}

/** Answers after a while. */
export function later(delayMs: number, step: Step): Step {
  return { kind: 'later', delayMs, step };
}

/** The connection is reset before anything is answered. */
export const reset: Step = { kind: 'reset' };

/** The connection is reset after the headers, before the first byte of the body. */
export const resetAfterHeaders: Step = bytes([], { after: 'reset' });

/** The server takes the request and never answers. */
export const silence: Step = { kind: 'silence' };

/** The server begins an answer and sends nothing but pings. */
export const pingsOnly: Step = bytes([], { after: 'ping' });
