import type { ReadMcpResourceOutput } from '@inboard/wire';
import type { ResultFiles } from '../../session/result-files.js';
import { saveBlob } from '../save-blob.js';

/** Reads what a resource holds; what is not text goes to a file. */
export function readContents(given: unknown, results: ResultFiles): ReadMcpResourceOutput['contents'] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((part: unknown): ReadMcpResourceOutput['contents'] => {
    if (typeof part !== 'object' || part === null) return [];
    const { uri, mimeType, text, blob } = part as Record<string, unknown>; // a server may send anything
    const known = { uri: String(uri), ...(typeof mimeType === 'string' && { mimeType }) };
    if (typeof text === 'string') return [{ ...known, text }];
    return typeof blob === 'string' ? [{ ...known, blobSavedTo: saveBlob(blob, { results, mimeType }) }] : [];
  });
}
