import { spawn } from 'node:child_process';
import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';

/** Gives a new file the owner, mode and extended attributes of the one it will replace; false when it cannot have them. */
export async function copyAttributes(from: { handle: FileHandle; stat: Stats }, to: FileHandle): Promise<boolean> {
  const { uid, gid, mode } = from.stat;
  const made = await to.stat();
  try {
    if (made.uid !== uid || made.gid !== gid) await to.chown(uid, gid);
    await to.chmod(mode & 0o7777); // after chown, which drops setuid
  } catch {
    return false; // the caller keeps the file itself instead
  }
  return copyExtended(from.handle, to);
}

/** Node has no call for extended attributes; the system's `cp` copies them between open files. */
function copyExtended(from: FileHandle, to: FileHandle): Promise<boolean> {
  if (process.platform !== 'linux') return Promise.resolve(true);
  return new Promise((resolve) => {
    const child = spawn('/bin/cp', ['--attributes-only', '--preserve=xattr', '--', '/proc/self/fd/3', '/proc/self/fd/4'], {
      stdio: ['ignore', 'ignore', 'pipe', from.fd, to.fd],
      env: { LC_ALL: 'C' },
    });
    let problem = '';
    // No such program: nothing more can be done. One that cannot be started now may be there: the file itself is kept instead.
    child.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ENOENT'));
    child.stderr?.on('data', (chunk: Buffer) => (problem += chunk.toString('utf8').slice(0, 500))); // absent when there are too many open files
    child.once('close', (code) => resolve(code === 0 || /unrecognized option|invalid option/.test(problem)));
  });
}
