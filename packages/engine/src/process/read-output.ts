import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { HeadTail } from './head-tail.js';
import { showOutput } from './output-capture.js';

/** The beginning and the end of an output file, read without the middle. Empty when there is none. */
export function readOutput(path: string, limit: number): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return ''; // nothing was written, or it was removed since
  }
  try {
    const { size } = fstatSync(descriptor);
    return showOutput({ ...excerpt(descriptor, size, limit), totalBytes: size, file: { path, size } }).trimEnd();
  } finally {
    closeSync(descriptor);
  }
}

function excerpt(descriptor: number, size: number, limit: number) {
  const span = 4 * limit;
  const kept = new HeadTail(limit);
  kept.push(read(descriptor, 0, Math.min(size, span)));
  const rest = Math.max(size - span, 0);
  const skipped = Math.max(rest - span, 0);
  kept.push(read(descriptor, size - Math.min(rest, span), Math.min(rest, span)));
  const found = kept.excerpt();
  return { ...found, omittedBytes: found.omittedBytes + skipped };
}

function read(descriptor: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(descriptor, buffer, 0, length, from));
}
