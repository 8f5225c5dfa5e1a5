import { readlink, realpath, type FileHandle } from 'node:fs/promises';
import type { ToolContext } from '../../define.js';
import { Refusal } from './refusal.js';

/** Refuses a file that is not where the call was judged to lead: a link was put in its way since. */
export function checkPlace(realPath: string, { judgedPaths }: Pick<ToolContext, 'judgedPaths'>): void {
  if (judgedPaths === undefined || judgedPaths.some((judged) => isSame(judged, realPath))) return;
  throw new Refusal(
    `The path leads to ${realPath} by now, which is not what was approved; nothing was done. Look at the path, then call again.`,
  );
}

/** Where an open file really is. */
export async function placeOf(handle: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${handle.fd}`).catch(() => realpath(path)); // only Linux knows it from the file itself
}

/** Some file systems know a name in several spellings. */
function isSame(one: string, two: string): boolean {
  return one === two || (process.platform !== 'linux' && fold(one) === fold(two));
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
