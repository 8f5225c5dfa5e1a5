import type { Stats } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import type { ToolContext } from '../../define.js';
import { Refusal } from './refusal.js';

/** Refuses a file that is not where the call was judged to lead: a link was put in its way since. */
export function checkPlace(realPath: string, { judgedPaths }: Pick<ToolContext, 'judgedPaths'>): void {
  if (judgedPaths === undefined || judgedPaths.some((judged) => isSame(judged, realPath))) return;
  throw new Refusal(
    `The path leads to ${realPath} by now, which is not what was approved; nothing was done. Look at the path, then call again.`,
  );
}

/** Where an open file really is; refuses one whose name leads to another file by now. */
export async function placeOf(opened: Stats, path: string): Promise<string> {
  const real = await realpath(path);
  const { dev, ino } = await lstat(real);
  if (dev === opened.dev && ino === opened.ino) return real;
  throw new Refusal(`${path} was replaced while it was opened; nothing was read. Read it again.`);
}

/** Some file systems know a name in several spellings. */
function isSame(one: string, two: string): boolean {
  return one === two || (process.platform !== 'linux' && fold(one) === fold(two));
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
