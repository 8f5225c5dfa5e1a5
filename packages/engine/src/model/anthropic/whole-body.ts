import type { Readable } from 'node:stream';
import { SilenceWatch } from './silence.js';

export interface BodyLimits {
  /** Milliseconds without a byte. */
  idleMs: number;
  /** What comes after this many bytes is left out. */
  maxBytes: number;
}

/** Reads a body as text. Rejects when it breaks or falls silent. */
export async function readWhole(body: Readable, limits: BodyLimits): Promise<string> {
  const watch = new SilenceWatch(limits.idleMs, (error) => body.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      watch.heard();
      chunks.push(chunk);
      size += chunk.length;
      if (size > limits.maxBytes) break;
    }
  } finally {
    watch.stop();
  }
  return Buffer.concat(chunks).subarray(0, limits.maxBytes).toString('utf8');
}
