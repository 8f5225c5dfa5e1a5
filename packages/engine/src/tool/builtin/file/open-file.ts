import { constants, type Stats } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Refusal } from './refusal.js';

/** Opens a regular file for reading. Never waits for the other end of a FIFO, and looks at what was opened, not at what had the name before. */
export async function openFile(path: string, options: { followLinks?: boolean } = {}): Promise<{ handle: FileHandle; stat: Stats }> {
  if (path.includes('\0')) throw new Refusal('A path may not hold a NUL byte.');
  const handle = await open(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (options.followLinks === false ? (constants.O_NOFOLLOW ?? 0) : 0),
  );
  try {
    const stat = await handle.stat();
    if (!stat.isFile()) throw new Refusal(describeKind(stat, path));
    return { handle, stat };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Why something that is no regular file cannot be used as one. */
export function describeKind(stat: Stats, path: string): string {
  if (stat.isDirectory()) return `${path} is a folder. List it with Glob.`;
  if (stat.isFIFO()) return `${path} is a FIFO, not a regular file.`;
  if (stat.isSocket()) return `${path} is a socket, not a regular file.`;
  return `${path} is a device, not a regular file.`;
}

/** Reads a file from its start, `most` bytes at most; more than that is cut off. */
export async function readUpTo(handle: FileHandle, stat: Stats, most: number): Promise<Buffer> {
  // Files of the kernel say that they have no bytes.
  const room = stat.size === 0 ? Math.min(most, 1 << 20) : Math.min(most, stat.size);
  const bytes = Buffer.allocUnsafe(room);
  let length = 0;
  while (length < room) {
    const { bytesRead } = await handle.read(bytes, length, room - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** A size for people. */
export function formatSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes} bytes` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
