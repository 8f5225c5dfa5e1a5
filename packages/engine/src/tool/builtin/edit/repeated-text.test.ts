import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { readTool } from '../read/read.js';
import { editTool } from './edit.js';

// Texts that repeat themselves: what is looked for stands everywhere, or almost does.

async function seen(content: string) {
  const bench = toolBench();
  const path = join(bench.folder, 'a.txt');
  writeFileSync(path, content);
  await bench.call(readTool, { file_path: path });
  const edit = (old_string: string, new_string: string, more = {}) =>
    bench.call(editTool, { file_path: path, old_string, new_string, ...more });
  return { path, edit };
}

it('counts no further than it must', async () => {
  const { edit } = await seen('a'.repeat(5_000_000));
  expect((await edit('a'.repeat(5000), 'x')).content).toBe(
    'old_string is in the file more than 1000 times. Add lines around it until it is unique, or set replace_all.',
  );
  expect((await edit(`b${'a'.repeat(5000)}`, 'x')).content).toContain('is not in the file');
  expect((await edit(`${'a'.repeat(5000)}b`, 'x')).content).toContain('is not in the file');
});

it('replaces places that do not overlap, many of them', async () => {
  const { edit, path } = await seen('ab,'.repeat(400_000));
  expect((await edit(',', ';\n', { replace_all: true })).content).toBe(`Edited ${path}: 400000 replacements.`);
  expect(readFileSync(path, 'utf8')).toBe('ab;\n'.repeat(400_000));
});

it('refuses more of them than it can hold', async () => {
  const { edit, path } = await seen('a'.repeat(600_000));
  expect((await edit('a', 'b', { replace_all: true })).content).toBe(
    'old_string is in the file more than 500000 times, too often for this tool. Use Bash with sed.',
  );
  expect(readFileSync(path, 'utf8')).toBe('a'.repeat(600_000));
});

it('gives up on lines that almost match everywhere', async () => {
  const { edit } = await seen('a\r\n'.repeat(1_000_000));
  expect((await edit(`${'a\n'.repeat(30_000)}b`, 'x')).content).toBe(
    'old_string was looked for and it takes too long to find: use a shorter one.',
  );
});

it('does not take half of a line ending for one', async () => {
  const { edit, path } = await seen('q\r\n\r\n\rz');
  expect((await edit('\n\r', 'x', { replace_all: true })).content).toBe(`Edited ${path}: 1 replacement.`);
  expect(readFileSync(path, 'utf8')).toBe('qx\n\rz');
});
