import { constants } from 'node:fs';
import { mkdir, open, readlink, realpath, type FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refusal } from './refusal.js';

/** A folder held open, so that what is done in it stays in it whatever happens to its name. */
export interface PinnedFolder {
  /** A path to a file in it, good as long as the folder is held. */
  at(name: string): string;
  /** Throws when the folder is no longer where it was. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Holds a folder given by its real path; undefined when there is none, unless it shall be made. */
export async function pinFolder(path: string, options: { create?: boolean } = {}): Promise<PinnedFolder | undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0)).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    },
  );
  if (!handle) return options.create ? makeFolder(path) : undefined;
  const folder = await hold(path, handle);
  try {
    await folder.check();
    return folder;
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Makes a folder inside the held one above it. */
async function makeFolder(path: string): Promise<PinnedFolder | undefined> {
  const parent = (await pinFolder(dirname(path), { create: true }))!; // at the latest / is there
  try {
    await mkdir(parent.at(basename(path))).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    return await pinFolder(path);
  } finally {
    await parent.close();
  }
}

/** Linux gives names relative to an open folder; elsewhere the name is looked up again. */
async function hold(path: string, handle: FileHandle): Promise<PinnedFolder> {
  const descriptor = `/proc/self/fd/${handle.fd}`;
  const hasNames = await readlink(descriptor).then(
    () => true,
    () => false,
  );
  const current = hasNames ? () => readlink(descriptor) : () => realpath(path);
  return {
    at: (name) => join(hasNames ? descriptor : path, name),
    check: async () => {
      if ((await current()) !== path) throw new Refusal(`${path} was moved or replaced by a link meanwhile; nothing was written.`);
    },
    close: () => handle.close(),
  };
}
