import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder for the user alone, and those above it. The error says what really stands in the way. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    // Node says "no such file" where the file system is read-only; making just the next folder tells.
    let missing = path;
    while (!existsSync(dirname(missing))) missing = dirname(missing);
    if (!existsSync(missing)) mkdirSync(missing, { mode: 0o700 });
    throw error;
  }
}
