import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { editTool } from '../edit/edit.js';
import { readTool } from '../read/read.js';
import { writeTool } from '../write/write.js';

// What a file has besides its bytes: an edit keeps it, or is refused.

async function seen(content: string | Buffer, size?: number) {
  const bench = toolBench();
  const path = join(bench.folder, 'a.txt');
  writeFileSync(path, content);
  if (size !== undefined) truncateSync(path, size);
  await bench.call(readTool, { file_path: path });
  return { ...bench, path, edit: () => bench.call(editTool, { file_path: path, old_string: 'one', new_string: 'two' }) };
}

it('holes stay holes', async () => {
  const { path, edit } = await seen('one\n'.padEnd(9000, 'x'), 20_000_000);
  const before = statSync(path).blocks;
  expect(await edit()).toMatchObject({ content: `Edited ${path}: 1 replacement.` });
  const after = statSync(path);
  expect({ size: after.size, larger: after.blocks > before + 8 }).toEqual({ size: 20_000_000, larger: false });
  expect(readFileSync(path).subarray(0, 5).toString()).toBe('two\nx');
  expect(
    readFileSync(path)
      .subarray(9000)
      .every((byte) => byte === 0),
  ).toBe(true);
});

/** Runs a program; false where there is none or it cannot do this here. */
const can = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

it('an immutable file is refused, and said to be one', async () => {
  const { path, edit, call } = await seen('one');
  if (!can('chattr', '+i', path)) return; // not root, or a file system without such a mark
  try {
    expect(await edit()).toMatchObject({ isError: true, content: `${path} is marked as immutable; chattr -i would take the mark away.` });
    expect(await call(writeTool, { file_path: path, content: 'x' })).toMatchObject({ isError: true });
    expect(readFileSync(path, 'utf8')).toBe('one');
  } finally {
    can('chattr', '-i', path);
  }
});

it('a folder that takes no new files is no obstacle for a file that may be written', async () => {
  const { path, edit, folder } = await seen('one');
  if (!can('chattr', '+i', folder)) chmodSync(folder, 0o500);
  try {
    expect(await edit()).toMatchObject({ content: `Edited ${path}: 1 replacement.` });
    expect(readFileSync(path, 'utf8')).toBe('two');
  } finally {
    can('chattr', '-i', folder);
    chmodSync(folder, 0o700);
  }
});
