import type { ScriptedBlock } from './blocks.js';
import { encodeEvents, eventsOf, type ReplyShape, type ScriptedEvent } from './events.js';

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

/** What happens to the connection after the last piece. */
export type After = 'end' | 'reset' | 'stay-open';

/** One answer of the server. */
export type Step =
  | { kind: 'stream'; status: number; headers: Record<string, string>; pieces: (string | Uint8Array)[]; delayMs: number; after: After }
  | { kind: 'status'; status: number; headers: Record<string, string>; body: string }
  | { kind: 'reset' }
  | { kind: 'silence' };

/** A step, or a function that makes one from the request. */
export type Answer = Step | ((request: RecordedRequest, index: number) => Step | Promise<Step>);

export interface StreamOptions extends ReplyShape {
  /** Milliseconds between two events. */
  delayMs?: number;
  /** Bytes per write: the stream is cut there, whatever stands there. */
  chunkBytes?: number;
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
  const pieces = options.chunkBytes === undefined ? events.map((event) => encodeEvents([event])) : cutInto(encodeEvents(events), options.chunkBytes);
  return { kind: 'stream', status: 200, headers: { 'request-id': 'req_scripted', ...options.headers }, pieces, delayMs: options.delayMs ?? 0, after: options.after ?? 'end' };
}

/** A reply of exactly these bytes. */
export function bytes(pieces: (string | Uint8Array)[], options: Pick<StreamOptions, 'delayMs' | 'headers' | 'after'> = {}): Step {
  return { kind: 'stream', status: 200, headers: options.headers ?? {}, pieces, delayMs: options.delayMs ?? 0, after: options.after ?? 'end' };
}

/** A reply that breaks off after some of its events. */
export function cutAfter(events: number, blocks: readonly ScriptedBlock[], how: 'end' | 'reset' = 'reset'): Step {
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

/** The connection is reset before anything is answered. */
export const reset: Step = { kind: 'reset' };

/** The server takes the request and never answers. */
export const silence: Step = { kind: 'silence' };

function cutInto(source: string, size: number): Uint8Array[] {
  const whole = new TextEncoder().encode(source);
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.subarray(index * size, (index + 1) * size));
}
