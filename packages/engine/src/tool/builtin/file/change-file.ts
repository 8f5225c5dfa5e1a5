import { basename, dirname } from 'node:path';
import type { ToolContext } from '../../define.js';
import { absolutePath } from '../path.js';
import { checkPlace } from './judged-place.js';
import { locate } from './locate.js';
import { withLock } from './lock.js';
import { formatSize, openFile, readUpTo } from './open-file.js';
import { pinFolder, type PinnedFolder } from './pinned-folder.js';
import { Refusal } from './refusal.js';
import { checkSeen, hashOf, noteSeen } from './seen.js';
import { writeFile, type OpenedFile } from './write-file.js';

/** The largest file that tools change. */
export const maxChangedBytes = 64 * 1024 * 1024;

export interface FileChange {
  path: string;
  /** The whole file is replaced, so the whole file must have been seen. */
  whole: boolean;
  /** The new bytes, from those the file has now; undefined stands for no file. Throws a Refusal to leave it alone. */
  change(current: Buffer | undefined): Promise<Buffer>;
}

/** The one way in which tools change files: after a look at what is there, one change at a time, whole or not at all. */
export async function changeFile({ path: given, whole, change }: FileChange, context: ToolContext): Promise<void> {
  const path = await locate(absolutePath(given, context));
  checkPlace(path, context);
  await withLock(path, async () => {
    const name = basename(path);
    let folder = await pinFolder(dirname(path));
    let before: OpenedFile | undefined;
    try {
      before = folder && (await openExisting(folder, name, path));
      if (before) checkSeen(context.state, path, before.bytes, { whole });
      const bytes = await change(before?.bytes);
      context.signal.throwIfAborted();
      folder ??= await pinFolder(dirname(path), { create: true });
      await writeFile({ folder: folder!, name, path, bytes, before }); // it was just made
      const partial = !whole && (context.state.files.get(path)?.partial ?? false);
      noteSeen(context.state, path, { hash: hashOf(bytes), partial });
    } finally {
      await before?.handle.close();
      await folder?.close();
    }
  });
}

async function openExisting(folder: PinnedFolder, name: string, path: string): Promise<OpenedFile | undefined> {
  try {
    const opened = await openFile(folder.at(name), { followLinks: false });
    if (opened.stat.size <= maxChangedBytes) return { ...opened, bytes: await readUpTo(opened.handle, opened.stat, opened.stat.size) };
    await opened.handle.close();
    throw new Refusal(
      `${path} has ${formatSize(opened.stat.size)}; files over ${formatSize(maxChangedBytes)} cannot be changed with this tool.`,
    );
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(error.message.replace(folder.at(name), () => path));
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // whatever open throws has a code
    throw error;
  }
}
