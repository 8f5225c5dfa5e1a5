import { closeSync, writeSync } from 'node:fs';
import type { ResultFiles } from '../session/result-files.js';

/** Characters of a hook's text that are passed on. */
export const maxHookText = 10_000;

/** Passes short texts on as they are; of a long one the beginning, with a file that holds the whole. */
export function createShortener(files: () => ResultFiles, newId: () => string): (text: string) => string {
  return (text) => {
    if (text.length <= maxHookText) return text;
    const { path, descriptor } = files().create(`hook-${newId()}.txt`);
    try {
      writeSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
    return `${text.slice(0, maxHookText)}\n… (cut here; the whole text of ${text.length} characters is in ${path})`;
  };
}
