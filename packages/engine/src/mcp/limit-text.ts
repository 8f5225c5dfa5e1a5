import { randomUUID } from 'node:crypto';
import { closeSync, writeSync } from 'node:fs';
import type { ResultFiles } from '../session/result-files.js';

/** A text as the model sees it: the beginning of a long one, with the whole in a file. */
export function limitText(whole: string, options: { maxCharacters: number; results: ResultFiles; name: string }): string {
  if (whole.length <= options.maxCharacters) return whole;
  const { path, descriptor } = options.results.create(`${options.name}-${randomUUID()}.txt`);
  try {
    writeSync(descriptor, whole);
  } finally {
    closeSync(descriptor);
  }
  return `${whole.slice(0, options.maxCharacters)}\n… (${whole.length} characters; all of it is in ${path})`;
}
