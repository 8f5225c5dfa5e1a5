import { randomUUID } from 'node:crypto';
import { closeSync, writeSync } from 'node:fs';
import type { ResultFiles } from '../session/result-files.js';

/** Writes base64 data of a server to a file of the session; returns its path. */
export function saveBlob(base64: string, { results, mimeType }: { results: ResultFiles; mimeType: unknown }): string {
  const ending = typeof mimeType === 'string' ? (/\/([a-z0-9]{1,8})$/i.exec(mimeType)?.[1] ?? 'bin') : 'bin';
  const { path, descriptor } = results.create(`mcp-${randomUUID()}.${ending}`);
  try {
    writeSync(descriptor, Buffer.from(base64, 'base64'));
  } finally {
    closeSync(descriptor);
  }
  return path;
}
