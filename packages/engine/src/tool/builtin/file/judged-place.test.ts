import { mkdtemp, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkPlace, placeOf } from './judged-place.js';

it('opens what was judged, under any of its names, and nothing else', () => {
  const judged = { judgedPaths: ['/p/link/a', '/p/real/a'] };
  expect(() => checkPlace('/p/real/a', judged)).not.toThrow();
  expect(() => checkPlace('/etc/a', judged)).toThrow('leads to /etc/a by now');
  expect(() => checkPlace('/etc/a', {})).not.toThrow();
});

it('finds where an open file is, and notices when its name leads elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'inboard-test-'));
  const [file, other, link] = ['file', 'other', 'link'].map((name) => join(folder, name)) as [string, string, string]; // three in, three out
  await writeFile(file, 'a');
  await writeFile(other, 'b');
  await symlink(file, link);
  const opened = await stat(link);
  expect(await placeOf(opened, link)).toBe(file);
  await rename(other, file);
  await expect(placeOf(opened, link)).rejects.toThrow('was replaced while it was opened');
  await rm(folder, { recursive: true });
});
