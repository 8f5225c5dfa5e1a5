import { realpathSync } from 'node:fs';

/** Where a path leads, links followed; nothing when it leads nowhere, or where we may not look. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined; // that is an answer too
  }
}
