import { link, open, readFile, readdir, rename, unlink, writeFile as put, type FileHandle } from 'node:fs/promises';
import { linkSync, mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { openFile } from './open-file.js';
import { pinFolder } from './pinned-folder.js';
import { Refusal } from './refusal.js';
import { writeFile, type Disk } from './write-file.js';

class DiskError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** A real disk on which the nth call of one kind fails; writes take a few bytes at a time. */
function failingDisk(kind: string, nth: number): { disk: Disk; failed(): boolean } {
  let left = nth;
  let failed = false;
  const step = (name: string) => {
    if (name !== kind || (left -= 1) !== 0) return;
    failed = true;
    throw new DiskError('ENOSPC');
  };
  const handleOf = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get: (target, name) => {
        if (name === 'write')
          return async (bytes: Buffer, at: number, length: number, position: number) => (
            step('write'),
            target.write(bytes, at, Math.min(length, 4), position)
          );
        if (name === 'sync') return async () => (step('sync'), target.sync());
        if (name === 'truncate') return async (length: number) => (step('truncate'), target.truncate(length));
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  return {
    failed: () => failed,
    disk: {
      open: async (path, flags, mode) => (step('open'), handleOf(await open(path, flags, mode))),
      rename: async (from, to) => (step('rename'), rename(from, to)),
      link: async (from, to) => (step('link'), link(from, to)),
      unlink,
    },
  };
}

const original = 'the original bytes';
const next = 'the new bytes, which are more than before';

describe('writeFile', () => {
  it.each(
    ['open', 'write', 'sync', 'rename', 'link', 'truncate'].flatMap((kind) =>
      [1, 2, 3, 7].flatMap((nth) => ['new', 'single', 'linked'].map((file) => ({ kind, nth, file }))),
    ),
  )('leaves the old file or the new one when $kind $nth fails on a $file file, and nothing else', async ({ kind, nth, file }) => {
    const { folder } = toolBench();
    const path = join(folder, 'a');
    if (file !== 'new') await put(path, original);
    if (file === 'linked') linkSync(path, join(folder, 'b'));
    const pinned = (await pinFolder(folder))!;
    const opened = file === 'new' ? undefined : await openFile(path);
    const before = opened && { ...opened, bytes: Buffer.from(original) };
    const { disk, failed } = failingDisk(kind, nth);
    const error: unknown = await writeFile({ folder: pinned, name: 'a', path, bytes: Buffer.from(next), before }, disk).catch(
      (thrown: unknown) => thrown,
    );
    await opened?.handle.close();
    await pinned.close();
    expect(error instanceof DiskError).toBe(failed());
    const names = file === 'linked' ? ['a', 'b'] : file === 'new' && failed() ? [] : ['a'];
    expect(await readdir(folder)).toEqual(names);
    for (const name of names) expect(await readFile(join(folder, name), 'utf8')).toBe(failed() ? original : next);
  });

  it('refuses a folder that was swapped for a link, before and after it was opened', async () => {
    const { folder } = toolBench();
    const [inside, outside] = [join(folder, 'inside'), join(folder, 'outside')];
    mkdirSync(inside);
    mkdirSync(outside);
    const pinned = (await pinFolder(inside))!;
    renameSync(inside, join(folder, 'parked'));
    symlinkSync(outside, inside);
    await expect(
      writeFile({ folder: pinned, name: 'a', path: join(inside, 'a'), bytes: Buffer.from(next), before: undefined }),
    ).rejects.toThrow(Refusal);
    await expect(pinFolder(inside)).rejects.toThrow();
    await expect(pinFolder(join(inside, 'deeper'), { create: true })).rejects.toThrow();
    await pinned.close();
    expect([await readdir(join(folder, 'parked')), await readdir(outside)]).toEqual([[], []]);
  });

  it.each(['single', 'linked'])('refuses a %s file that was swapped for a link after it was read', async (file) => {
    const { folder } = toolBench();
    const [path, victim] = [join(folder, 'a'), join(folder, 'victim')];
    await put(path, original);
    await put(victim, original);
    if (file === 'linked') linkSync(path, join(folder, 'b'));
    const pinned = (await pinFolder(folder))!;
    const opened = await openFile(path);
    renameSync(path, join(folder, 'parked'));
    symlinkSync(victim, path);
    const write = { folder: pinned, name: 'a', path, bytes: Buffer.from(next), before: { ...opened, bytes: Buffer.from(original) } };
    await expect(writeFile(write)).rejects.toThrow(Refusal);
    await opened.handle.close();
    await pinned.close();
    expect(await readFile(victim, 'utf8')).toBe(original);
  });
});
