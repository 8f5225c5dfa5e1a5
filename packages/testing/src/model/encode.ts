import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { ScriptedEvent } from './events.js';

/** How events are written; every form here is allowed by the standard of server-sent events. */
export interface EncodeOptions {
  /** What ends a line: line feed by default. */
  lineEnd?: '\n' | '\r' | '\r\n';
  /** Puts a comment and fields nobody knows before each event. */
  comments?: boolean;
  /** Spreads the data of each event over several lines. */
  multiLine?: boolean;
  /** Puts a byte order mark before the first event. */
  byteOrderMark?: boolean;
}

/** Events as bytes on the wire. */
export function encodeEvents(events: readonly ScriptedEvent[], options: EncodeOptions = {}): string {
  const { lineEnd = '\n' } = options;
  const lines = events.flatMap((event) => {
    const data = JSON.stringify(event, null, options.multiLine ? 1 : undefined).split('\n');
    return [
      ...(options.comments ? [': a comment', 'retry: 10', 'colour: blue'] : []),
      `event: ${event.type}`,
      ...data.map((line) => `data: ${line}`),
      '',
    ];
  });
  return (options.byteOrderMark ? '\uFEFF' : '') + lines.map((line) => line + lineEnd).join('');
}

/** Cuts text into pieces of so many bytes, whatever stands there. */
export function cutInto(source: string | Uint8Array, size: number): Uint8Array[] {
  const whole = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  return Array.from({ length: Math.ceil(whole.length / size) }, (_, index) => whole.subarray(index * size, (index + 1) * size));
}

/** Packs a whole body. */
export const compressors = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const;
export type Compression = keyof typeof compressors;
