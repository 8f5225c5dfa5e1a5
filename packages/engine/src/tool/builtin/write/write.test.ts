import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolBench, type ToolBench } from '../../../../../../test/support/tool-bench.js';
import { editTool } from '../edit/edit.js';
import { readTool } from '../read/read.js';
import { writeTool } from './write.js';

describe('Write', () => {
  it('creates a file with its folders', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'x/y/new.txt');
    expect(await bench.call(writeTool, { file_path: path, content: 'hello\n' })).toEqual({
      content: `Created ${path}.`,
      result: { type: 'create', filePath: path, content: 'hello\n', structuredPatch: [], originalFile: null },
    });
    expect(readFileSync(path, 'utf8')).toBe('hello\n');
    expect(statSync(path).mode & 0o777).toBe(0o666 & ~process.umask());
    expect(readdirSync(join(bench.folder, 'x/y'))).toEqual(['new.txt']);
  });

  it('replaces a file that was read and says what changed', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.txt');
    writeFileSync(path, 'one\ntwo\n');
    await bench.call(readTool, { file_path: path });
    expect(await bench.call(writeTool, { file_path: path, content: 'one\n2\n' })).toEqual({
      content: `Replaced ${path}.`,
      result: {
        type: 'update',
        filePath: path,
        content: 'one\n2\n',
        structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-two', '+2'] }],
        originalFile: 'one\ntwo\n',
      },
    });
  });

  it('refuses a file that was not read, or only in part; parts that follow one another add up', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.txt');
    writeFileSync(path, '1\n2\n3\n4');
    const write = () => bench.call(writeTool, { file_path: path, content: 'new' });
    expect((await write()).content).toContain('has not been read yet');
    await bench.call(readTool, { file_path: path, limit: 2 });
    expect((await write()).content).toContain('Only a part');
    await bench.call(readTool, { file_path: path, offset: 4 });
    expect((await write()).content).toContain('Only a part');
    await bench.call(readTool, { file_path: path, offset: 3 });
    expect((await write()).content).toBe(`Replaced ${path}.`);
  });

  it.each([
    ['CRLF', Buffer.from('a\r\nb\r\n'), 'x\ny\n', Buffer.from('x\r\ny\r\n')],
    ['mixed endings as given', Buffer.from('a\r\nb\n'), 'x\ny\n', Buffer.from('x\ny\n')],
    ['a byte order mark', Buffer.from('\ufeffa'), 'x', Buffer.from('\ufeffx')],
    ['UTF-16', Buffer.from('\ufeffab', 'utf16le'), 'xé', Buffer.from('\ufeffxé', 'utf16le')],
  ])('keeps %s', async (_, before, content, after) => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.txt');
    writeFileSync(path, before);
    await bench.call(readTool, { file_path: path });
    await bench.call(writeTool, { file_path: path, content });
    expect(readFileSync(path)).toEqual(after);
  });

  it('turns to UTF-8, and says so, when the encoding cannot hold the text', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.txt');
    writeFileSync(path, Buffer.from('d\xe9j\xe0 vu, na\xefve, gar\xe7on\n', 'latin1'));
    await bench.call(readTool, { file_path: path });
    expect((await bench.call(writeTool, { file_path: path, content: '漢字' })).content).toContain('it is UTF-8 now');
    expect(readFileSync(path, 'utf8')).toBe('漢字');
  });

  it('refuses folders and what is no file', async () => {
    const bench = toolBench();
    mkdirSync(join(bench.folder, 'dir'));
    expect(await bench.call(writeTool, { file_path: join(bench.folder, 'dir'), content: 'x' })).toMatchObject({
      isError: true,
      content: `${join(bench.folder, 'dir')} is a folder. List it with Glob.`,
    });
    expect(await bench.call(writeTool, { file_path: '/dev/null', content: 'x' })).toMatchObject({
      isError: true,
      content: '/dev/null is a device, not a regular file.',
    });
    writeFileSync(join(bench.folder, 'file'), '');
    expect(await bench.call(writeTool, { file_path: join(bench.folder, 'file/below'), content: 'x' })).toMatchObject({ isError: true });
  });

  const python = (code: string, ...args: string[]) =>
    spawnSync('python3', ['-c', `import os, sys; ${code}`, ...args], { encoding: 'utf8' });
  const hasAttributes = python('os.setxattr').status === 0;
  it.runIf(hasAttributes)('keeps extended attributes', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.txt');
    await bench.call(writeTool, { file_path: path, content: 'one' });
    expect(python('os.setxattr(sys.argv[1], "user.colour", b"red")', path).stderr).toBe('');
    const inode = statSync(path).ino;
    await bench.call(editTool, { file_path: path, old_string: 'one', new_string: 'two' });
    expect(statSync(path).ino).not.toBe(inode);
    expect(python('print(os.getxattr(sys.argv[1], "user.colour").decode())', path).stdout).toBe('red\n');
  });

  it.runIf(process.getuid?.() === 0)('keeps the owner', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.txt');
    await bench.call(writeTool, { file_path: path, content: 'one' });
    chownSync(path, 1234, 2345);
    await bench.call(editTool, { file_path: path, old_string: 'one', new_string: 'two' });
    expect(statSync(path)).toMatchObject({ uid: 1234, gid: 2345 });
  });

  const canMount = process.getuid?.() === 0 && process.platform === 'linux';
  it.runIf(canMount)('leaves the file whole when the disk is full', async () => {
    const bench = toolBench();
    const disk = join(bench.folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', disk]);
    try {
      await fillAndWrite(disk, bench);
    } finally {
      execFileSync('umount', [disk]);
    }
  });

  async function fillAndWrite(disk: string, bench: ToolBench): Promise<void> {
    const [path, linked] = [join(disk, 'a.txt'), join(disk, 'linked.txt')];
    const original = `${'x'.repeat(20_000)}\nend`;
    for (const each of [path, linked]) {
      await bench.call(writeTool, { file_path: each, content: original });
      if (each === linked) execFileSync('ln', [linked, join(disk, 'second-name')]);
      const full = 'The disk is full';
      expect((await bench.call(writeTool, { file_path: each, content: 'y'.repeat(100_000) })).content).toContain(full);
      expect((await bench.call(editTool, { file_path: each, old_string: 'end', new_string: 'z'.repeat(100_000) })).content).toContain(full);
      expect(readFileSync(each, 'utf8')).toBe(original);
    }
    expect(readdirSync(disk)).toEqual(expect.arrayContaining(['a.txt', 'linked.txt', 'second-name']));
    expect(readdirSync(disk)).toHaveLength(3);
  }
});
