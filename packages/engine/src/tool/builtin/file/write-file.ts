import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, link, lstat, open, rename, unlink, type FileHandle } from 'node:fs/promises';
import { copyAttributes } from './attributes.js';
import type { PinnedFolder } from './pinned-folder.js';
import { Refusal } from './refusal.js';

/** The system calls that change something; a test may let them fail. */
export interface Disk {
  open(path: string, flags: number, mode?: number): Promise<FileHandle>;
  rename(from: string, to: string): Promise<void>;
  link(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

const realDisk: Disk = { open, rename, link, unlink };

/** A file as it was when it was opened. */
export interface OpenedFile {
  handle: FileHandle;
  stat: Stats;
  bytes: Buffer;
}

export interface FileWrite {
  folder: PinnedFolder;
  name: string;
  /** The path people know the file by. */
  path: string;
  bytes: Buffer;
  /** What is replaced; none for a new file. */
  before: OpenedFile | undefined;
}

/** Writes a file whole or not at all. What it replaces keeps its owner, mode, extended attributes and hard links. */
export async function writeFile(write: FileWrite, disk: Disk = realDisk): Promise<void> {
  if (!write.before) return createFile(write, disk);
  await checkWritable(write, write.before.stat);
  const replaced = write.before.stat.nlink === 1 && (await replaceFile(write, write.before, disk));
  if (!replaced) await overwriteFile(write, write.before, disk);
}

async function checkWritable({ folder, name, path }: FileWrite, stat: Stats): Promise<void> {
  const mode = (stat.mode & 0o7777).toString(8).padStart(4, '0');
  if ((stat.mode & 0o222) === 0) throw new Refusal(`${path} is read-only (mode ${mode}).`);
  await access(folder.at(name), constants.W_OK).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'EROFS') throw new Refusal(`${path} is on a file system that is read-only.`);
    if (code === 'EPERM') throw new Refusal(`${path} is marked as immutable; chattr -i would take the mark away.`);
    throw new Refusal(`${path} may not be written by this user (mode ${mode}).`);
  });
}

const createNew = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const temporaryName = () => `.inboard-${randomBytes(6).toString('hex')}.tmp`;

async function createFile({ folder, name, path, bytes }: FileWrite, disk: Disk): Promise<void> {
  const temporary = folder.at(temporaryName());
  const handle = await disk.open(temporary, createNew, 0o666);
  try {
    await fill(handle, bytes);
    await folder.check();
    // Unlike a rename this does not replace a file that appeared meanwhile.
    await disk.link(temporary, folder.at(name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new Refusal(`${path} was created by somebody else meanwhile. Read it first.`);
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(error.code ?? '')) throw error;
      return disk.rename(temporary, folder.at(name)); // a file system without hard links
    });
  } finally {
    await disk.unlink(temporary).catch(() => undefined); // gone when it was renamed
  }
}

/** False when the new file cannot be like the old one, or the folder takes no new file. */
async function replaceFile(write: FileWrite, before: OpenedFile, disk: Disk): Promise<boolean> {
  const { folder, name, bytes } = write;
  const temporary = folder.at(temporaryName());
  const handle = await disk.open(temporary, createNew, 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EACCES' || error.code === 'EPERM') return undefined;
    throw error;
  });
  if (!handle) return false;
  try {
    // Side by side; neither may be left running when the other fails.
    const [alike, filled] = await Promise.allSettled([copyAttributes(before, handle), refill(handle, bytes, before.stat)]);
    await handle.close();
    if (filled.status === 'rejected') throw filled.reason;
    if (alike.status === 'rejected') throw alike.reason;
    if (!alike.value) return false;
    await checkUnchanged(write, before);
    await disk.rename(temporary, folder.at(name));
    return true;
  } finally {
    await disk.unlink(temporary).catch(() => undefined); // gone when it was renamed
  }
}

/** The last look before the change: the name still leads to the very file that was read. */
async function checkUnchanged({ folder, name, path }: FileWrite, { stat }: OpenedFile): Promise<void> {
  await folder.check();
  const now = await lstat(folder.at(name));
  const same =
    now.dev === stat.dev && now.ino === stat.ino && now.size === stat.size && now.mtimeMs === stat.mtimeMs && now.ctimeMs === stat.ctimeMs;
  if (!same) throw new Refusal(`${path} was changed by somebody else meanwhile; nothing was written. Read it again.`);
}

/** Writes into the file itself. What it grows by comes first, so that a full disk is met while the old bytes are still whole. */
async function overwriteFile(write: FileWrite, before: OpenedFile, disk: Disk): Promise<void> {
  const { folder, name, bytes } = write;
  const old = before.bytes;
  await checkUnchanged(write, before);
  const handle = await disk.open(folder.at(name), constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    await writeAll(handle, bytes.subarray(Math.min(old.length, bytes.length)), old.length);
    await writeAll(handle, bytes.subarray(0, old.length));
    await handle.truncate(bytes.length);
    await handle.sync();
  } catch (error) {
    await writeAll(handle, old)
      .then(() => handle.truncate(old.length))
      .catch((second: Error) => {
        throw new Refusal(`${write.path} could not be written (${String(error)}) nor put back (${second.message}): it may be damaged.`);
      });
    throw error;
  } finally {
    await handle.close();
  }
}

async function fill(handle: FileHandle, bytes: Buffer): Promise<void> {
  try {
    await writeAll(handle, bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const blockBytes = 4096;

/** Fills a file that takes the place of another. Where that one had holes, this one has them too. */
async function refill(handle: FileHandle, bytes: Buffer, { blocks, size }: Stats): Promise<void> {
  if (blocks * 512 >= size) await writeAll(handle, bytes);
  else {
    await handle.truncate(bytes.length);
    for (let at = 0; at < bytes.length; at += blockBytes) {
      const block = bytes.subarray(at, at + blockBytes);
      if (block.some((byte) => byte !== 0)) await writeAll(handle, block, at);
    }
  }
  await handle.sync();
}

async function writeAll(handle: FileHandle, bytes: Buffer, position = 0): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
