import { chmodSync, linkSync, readdirSync, readFileSync, statSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { hashOf } from '../file/seen.js';
import { readTool } from '../read/read.js';
import { writeTool } from '../write/write.js';
import { editTool } from './edit.js';

/** A file that has been read. */
async function seen(content: string | Buffer, name = 'a.txt') {
  const bench = toolBench();
  const path = join(bench.folder, name);
  writeFileSync(path, content);
  await bench.call(readTool, { file_path: path });
  const edit = (old_string: string, new_string: string, more = {}) =>
    bench.call(editTool, { file_path: path, old_string, new_string, ...more });
  return { ...bench, path, edit };
}

describe('Edit', () => {
  it('replaces a text and reports the patch', async () => {
    const { edit, path } = await seen('one\ntwo\nthree\n');
    expect(await edit('two', '2')).toEqual({
      content: `Edited ${path}: 1 replacement.`,
      result: {
        filePath: path,
        oldString: 'two',
        newString: '2',
        originalFile: 'one\ntwo\nthree\n',
        structuredPatch: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' one', '-two', '+2', ' three'] }],
        userModified: false,
        replaceAll: false,
      },
    });
    expect(readFileSync(path, 'utf8')).toBe('one\n2\nthree\n');
  });

  it('can go on editing what it has written', async () => {
    const { edit, path } = await seen('a b');
    await edit('a', 'x');
    await edit('b', 'y');
    expect(readFileSync(path, 'utf8')).toBe('x y');
  });

  it.each([
    ['a text that is not there', 'zwei', 'x', {}, 'is not in the file'],
    ['several places', 'o', 'x', {}, 'in the file 2 times'],
    ['equal texts', 'one', 'one', {}, 'are the same'],
    ['an empty text in a file that has some', '', 'x', {}, 'not empty'],
    ['half a surrogate pair', 'one', '\ud800', {}, 'cannot hold'],
  ])('refuses %s', async (_, from, to, more, message) => {
    const { edit, path } = await seen('one\ntwo\n');
    const outcome = await edit(from, to, more);
    expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining(message) as string });
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  });

  it('refuses a file that was not read, and one that is not there', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.txt');
    expect(await bench.call(editTool, { file_path: path, old_string: 'a', new_string: 'b' })).toMatchObject({
      isError: true,
      content: `There is no file ${path}. To create it, use Write.`,
    });
    writeFileSync(path, 'a');
    expect(await bench.call(editTool, { file_path: path, old_string: 'a', new_string: 'b' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('has not been read yet') as string,
    });
  });

  it('creates a file, and fills an empty one, from an empty text', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'deep/er/a.txt');
    expect(await bench.call(editTool, { file_path: path, old_string: '', new_string: 'made\n' })).toMatchObject({
      content: `Created ${path}.`,
    });
    expect(readFileSync(path, 'utf8')).toBe('made\n');
    const empty = join(bench.folder, 'empty');
    writeFileSync(empty, '');
    await bench.call(editTool, { file_path: empty, old_string: '', new_string: 'filled' });
    expect(readFileSync(empty, 'utf8')).toBe('filled');
  });

  it('refuses a file that changed since it was read, also with the same size and time', async () => {
    const { edit, path } = await seen('one two');
    const { atime, mtime } = statSync(path);
    writeFileSync(path, 'one 2.0');
    utimesSync(path, atime, mtime);
    expect(await edit('one', 'x')).toMatchObject({
      isError: true,
      content: `${path} has changed since it was read. Read it again, then change it.`,
    });
    expect(readFileSync(path, 'utf8')).toBe('one 2.0');
  });

  it('runs edits of one file one after the other', async () => {
    const words = Array.from({ length: 20 }, (_, index) => `<${index}>`);
    const { edit, path } = await seen(words.join(' '));
    await Promise.all(words.map((word) => edit(word, word.slice(1, -1))));
    expect(readFileSync(path, 'utf8')).toBe(words.map((word) => word.slice(1, -1)).join(' '));
  });

  it('replaces every place when asked to', async () => {
    const { edit, path } = await seen('a-a-a');
    expect((await edit('a', 'b', { replace_all: true })).content).toBe(`Edited ${path}: 3 replacements.`);
    expect(readFileSync(path, 'utf8')).toBe('b-b-b');
  });

  it('keeps mode, link count and everything in the folder', async () => {
    const { edit, path, folder } = await seen('one');
    chmodSync(path, 0o4751);
    await edit('one', 'two');
    expect(statSync(path).mode & 0o7777).toBe(0o4751);
    expect(readdirSync(folder)).toEqual(['a.txt']);
    linkSync(path, join(folder, 'other'));
    await edit('two', 'three, and longer than before');
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('three, and longer than before');
    await edit('three, and longer than before', '3');
    expect(readFileSync(join(folder, 'other'), 'utf8')).toBe('3');
    expect(statSync(path).nlink).toBe(2);
  });

  it('refuses a read-only file, whoever runs it', async () => {
    const { edit, path } = await seen('one');
    chmodSync(path, 0o444);
    expect(await edit('one', 'two')).toMatchObject({ isError: true, content: `${path} is read-only (mode 0444).` });
    expect(readFileSync(path, 'utf8')).toBe('one');
  });

  it('writes through a link to its target, and not through one that leads nowhere or in a circle', async () => {
    const { call, folder, path } = await seen('one');
    const link = join(folder, 'link');
    symlinkSync(path, link);
    await call(editTool, { file_path: link, old_string: 'one', new_string: 'two' });
    expect(readFileSync(path, 'utf8')).toBe('two');
    symlinkSync(join(folder, 'missing'), join(folder, 'dangling'));
    expect(await call(writeTool, { file_path: join(folder, 'dangling'), content: 'x' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('leads to nothing') as string,
    });
    expect(await call(writeTool, { file_path: join(folder, 'dangling/deep'), content: 'x' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('leads to nothing') as string,
    });
    symlinkSync('circle', join(folder, 'circle'));
    expect(await call(writeTool, { file_path: join(folder, 'circle'), content: 'x' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('leads back to itself') as string,
    });
    expect(readdirSync(folder).toSorted()).toEqual(['a.txt', 'circle', 'dangling', 'link']);
  });

  it('refuses a file that was swapped for a link to another', async () => {
    const { edit, path, folder } = await seen('one');
    writeFileSync(join(folder, 'victim'), 'one');
    unlinkSync(path);
    symlinkSync(join(folder, 'victim'), path);
    expect(await edit('one', 'two')).toMatchObject({ isError: true });
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe('one');
  });

  it.each([
    ['CRLF', Buffer.from('a\r\nb\r\nc\r\n'), 'a\nb', 'x\ny', Buffer.from('x\r\ny\r\nc\r\n')],
    ['mixed endings', Buffer.from('a\nb\r\nc\n'), 'b', 'x\ny', Buffer.from('a\nx\r\ny\r\nc\n')],
    ['no final newline', Buffer.from('a\nb'), 'a', 'x', Buffer.from('x\nb')],
    ['a byte order mark', Buffer.from('\ufeffa\nb'), 'a', 'x', Buffer.from('\ufeffx\nb')],
    ['UTF-16 little endian', Buffer.from('\ufeffa\r\nĀb', 'utf16le'), 'Ā', '😀', Buffer.from('\ufeffa\r\n😀b', 'utf16le')],
    ['UTF-16 big endian', Buffer.from('\ufeffa\r\nĀb', 'utf16le').swap16(), 'Ā', 'é', Buffer.from('\ufeffa\r\néb', 'utf16le').swap16()],
    [
      'Latin-1',
      Buffer.from('d\xe9j\xe0 vu, na\xefve, gar\xe7on\n', 'latin1'),
      'vu',
      'été',
      Buffer.from('d\xe9j\xe0 \xe9t\xe9, na\xefve, gar\xe7on\n', 'latin1'),
    ],
  ])('keeps %s', async (_, before, from, to, after) => {
    const { edit, path } = await seen(before);
    expect(await edit(from, to)).not.toMatchObject({ isError: true });
    expect(readFileSync(path)).toEqual(after);
  });

  it.each([
    ['damaged UTF-8', Buffer.concat([Buffer.from('größer, schöner, weiter →→→ '), Buffer.from([0xff, 0xc3])])],
    ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2])],
  ])('never touches %s', async (_, bytes) => {
    const { edit, path, context } = await seen(bytes);
    expect((await edit('e', 'x')).content).toContain('has not been read');
    context.state.files.set(path, { hash: hashOf(bytes), partial: false });
    expect((await edit('e', 'x')).content).toContain('is not a text file');
    expect(readFileSync(path)).toEqual(bytes);
  });

  it('shows the name of a path that is too long', async () => {
    const bench = toolBench();
    const outcome = await bench.call(writeTool, { file_path: join(bench.folder, 'n'.repeat(300)), content: 'x' });
    expect(outcome).toMatchObject({ isError: true, content: expect.stringContaining('too long') as string });
    expect(await bench.call(writeTool, { file_path: join(bench.folder, 'n/'.repeat(3000)), content: 'x' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('too long') as string,
    });
    const longest = join(bench.folder, 'n'.repeat(255));
    expect(await bench.call(writeTool, { file_path: longest, content: 'x' })).not.toMatchObject({ isError: true });
  });

  it('remembers what was read when the session goes on', async () => {
    const { path, remembered, folder } = await seen('one two');
    const later = toolBench({ folder, restored: structuredClone(remembered) });
    expect(await later.call(editTool, { file_path: path, old_string: 'one', new_string: '1' })).not.toMatchObject({ isError: true });
    expect(readFileSync(path, 'utf8')).toBe('1 two');
  });
});
