import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { grepTool } from './grep.js';

/** A bench with these files; the first is the newest. */
function withFiles(files: Record<string, string | Buffer>) {
  const bench = toolBench();
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    const path = join(bench.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, 1_000_000 - index, 1_000_000 - index);
  }
  /** What the model reads, with the folder as a dot. */
  const grep = async (input: Record<string, unknown>) => String((await bench.call(grepTool, input)).content).replaceAll(bench.folder, '.');
  return { ...bench, grep };
}

const sample = { 'b.ts': 'one\nneedle\nthree\nfour\nfive\nNeedle six\n', 'a.js': 'needle needle\n', 'src/c.ts': 'nothing\n' };

describe('Grep', () => {
  it('lists files, newest first', async () => {
    const { grep, call, folder } = withFiles(sample);
    expect(await grep({ pattern: 'needle' })).toBe('Found 2 files\n./b.ts\n./a.js');
    expect(await grep({ pattern: 'needle', head_limit: 1 })).toBe('Found 2 files\n./b.ts\n(1 more; go on with offset 1)');
    expect(await grep({ pattern: 'needle', offset: 1 })).toBe('Found 2 files\n./a.js');
    expect(await grep({ pattern: 'absent' })).toBe('Nothing matches absent.');
    expect((await call(grepTool, { pattern: 'needle', head_limit: 1, offset: 1 })).result).toEqual({
      mode: 'files_with_matches',
      numFiles: 1,
      filenames: [join(folder, 'a.js')],
      appliedLimit: 1,
      appliedOffset: 1,
    });
  });

  it('shows lines, by the name of the file', async () => {
    const { grep, call, folder } = withFiles(sample);
    const content = { pattern: 'needle', output_mode: 'content' };
    expect(await grep(content)).toBe('./a.js:1:needle needle\n./b.ts:2:needle');
    expect(await grep({ ...content, '-i': true })).toBe('./a.js:1:needle needle\n./b.ts:2:needle\n./b.ts:6:Needle six');
    expect(await grep({ ...content, '-n': false })).toBe('./a.js:needle needle\n./b.ts:needle');
    expect(await grep({ ...content, '-o': true })).toBe('./a.js:1:needle\n./a.js:1:needle\n./b.ts:2:needle');
    expect(await grep({ ...content, '-A': 1, glob: '*.ts' })).toBe('./b.ts:2:needle\n./b.ts-3-three');
    expect(await grep({ ...content, '-B': 1, type: 'ts' })).toBe('./b.ts-1-one\n./b.ts:2:needle');
    expect(await grep({ ...content, '-i': true, '-C': 1 })).toBe(
      './a.js:1:needle needle\n--\n./b.ts-1-one\n./b.ts:2:needle\n./b.ts-3-three\n--\n./b.ts-5-five\n./b.ts:6:Needle six',
    );
    expect(await grep({ ...content, context: 1, path: 'b.ts' })).toBe('./b.ts-1-one\n./b.ts:2:needle\n./b.ts-3-three');
    expect((await call(grepTool, { ...content, head_limit: 1 })).result).toEqual({
      mode: 'content',
      numFiles: 0,
      filenames: [],
      content: `${folder}/a.js:1:needle needle`,
      numLines: 1,
      appliedLimit: 1,
    });
  });

  it('finds what spans lines', async () => {
    const { grep } = withFiles(sample);
    expect(await grep({ pattern: 'one.needle', output_mode: 'content' })).toBe('Nothing matches one.needle.');
    expect(await grep({ pattern: 'one.needle', output_mode: 'content', multiline: true })).toBe('./b.ts:1:one\n./b.ts:2:needle');
  });

  it('counts, with a total at the end', async () => {
    const { grep, call } = withFiles(sample);
    expect(await grep({ pattern: 'needle', output_mode: 'count' })).toBe('./a.js:2\n./b.ts:1\nFound 3 matches in 2 files.');
    expect(await grep({ pattern: 'needle', output_mode: 'count', head_limit: 1 })).toBe(
      './a.js:2\n(1 more; go on with offset 1)\nFound 3 matches in 2 files.',
    );
    expect((await call(grepTool, { pattern: 'needle', output_mode: 'count' })).result).toMatchObject({
      mode: 'count',
      numFiles: 2,
      numMatches: 3,
    });
  });

  it('honours .gitignore, sees dotfiles, leaves .git out', async () => {
    const { grep, folder } = withFiles({ '.env': 'needle', 'dist/x': 'needle', '.gitignore': 'dist\n' });
    execFileSync('git', ['init', '-q', folder]);
    writeFileSync(join(folder, '.git/x'), 'needle');
    expect(await grep({ pattern: 'needle' })).toBe('Found 1 file\n./.env');
    expect(await grep({ pattern: 'needle', glob: '.git/**' })).toBe('Nothing matches needle.');
  });

  it('matches globs below the folder, also when a link leads there', async () => {
    const { grep, folder } = withFiles({ 'real/src/a.ts': 'needle', 'real/src/deep/b.ts': 'needle' });
    symlinkSync('real', join(folder, 'link'));
    expect(await grep({ pattern: 'needle', path: 'real', glob: 'src/*.ts' })).toBe('Found 1 file\n./real/src/a.ts');
    expect(await grep({ pattern: 'needle', path: 'link', glob: 'src/*.ts', output_mode: 'content' })).toBe('./link/src/a.ts:1:needle');
  });

  it('never takes a value for an option', async () => {
    const { grep, folder } = withFiles({ 'a.txt': '--pre=./x.sh -e --files\n' });
    writeFileSync(join(folder, 'x.sh'), '#!/bin/sh\ntouch ran\n', { mode: 0o755 });
    expect(await grep({ pattern: `--pre=${folder}/x.sh` })).toContain('Nothing matches');
    expect(await grep({ pattern: '-e' })).toBe('Found 1 file\n./a.txt');
    expect(await grep({ pattern: '--files', path: folder })).toBe('Found 1 file\n./a.txt');
    expect(await grep({ pattern: 'x', path: '-e' })).toBe('There is no file ./-e.');
    expect(await grep({ pattern: 'x', glob: '--files' })).toContain('Nothing matches');
    expect(await grep({ pattern: 'x', glob: `--pre=${folder}/x.sh` })).toContain('Nothing matches');
    expect(await grep({ pattern: 'x', type: `ts --pre=${folder}/x.sh` })).toContain('unrecognized file type');
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  it('says what is wrong with a pattern', async () => {
    const { call } = withFiles(sample);
    expect(await call(grepTool, { pattern: '(' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('unclosed group') as string,
    });
    expect(await call(grepTool, { pattern: 'a\0' })).toMatchObject({ isError: true, content: expect.stringContaining('NUL') as string });
  });

  it('keeps strange names apart', async () => {
    const { grep, folder } = withFiles({ 'two\nlines': 'needle\n', '-e': 'needle\n', 'co:lon:1:x': 'needle\n' });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff])]), 'needle\n');
    expect(await grep({ pattern: 'needle' })).toBe(String.raw`Found 4 files
./bad\xff
"./two\nlines"
./-e
./co:lon:1:x`);
    expect(await grep({ pattern: 'needle', output_mode: 'content' })).toBe(String.raw`./-e:1:needle
./bad\xff:1:needle
./co:lon:1:x:1:needle
"./two\nlines":1:needle`);
    expect(await grep({ pattern: 'needle', output_mode: 'count' })).toContain('Found 4 matches in 4 files.');
  });

  it('shows bytes that are no text, and says when a file is binary', async () => {
    const { grep } = withFiles({ latin: Buffer.from('needle \xe9t\xe9\n', 'latin1'), binary: 'needle\0\n' });
    expect(await grep({ pattern: 'needle', output_mode: 'content', path: 'latin' })).toBe(String.raw`./latin:1:needle \xe9t\xe9`);
    expect(await grep({ pattern: 'needle', output_mode: 'content', path: 'binary' })).toBe(
      String.raw`./binary:binary file matches (found "\0" byte around offset 6)`,
    );
  });

  it('cuts what is too much for one result, and goes on in the same order', async () => {
    const { grep } = withFiles(
      Object.fromEntries(
        Array.from({ length: 30 }, (_, index) => [`f${String(index).padStart(2, '0')}`, `${'needle '.repeat(40)}\n`.repeat(1500)]),
      ),
    );
    const first = (await grep({ pattern: 'needle', output_mode: 'content' })).split('\n');
    const shown = first.filter((line) => line.startsWith('./f')).length;
    expect(first.join('\n').length).toBeLessThan(101_000);
    expect(first[0]).toMatch(/^\.\/f00:1:/);
    expect(first.at(-2)).toMatch(new RegExp(String.raw`^\(\d+ more; go on with offset ${shown}\)$`));
    expect(first.at(-1)).toBe('(stopped at 8 MB of matches; there are more)');
    const second = await grep({ pattern: 'needle', output_mode: 'content', offset: shown, head_limit: 1 });
    expect(second).toMatch(new RegExp(`^./f00:${shown + 1}:`));
  });

  it('does not wait for a FIFO, nor walk in circles', async () => {
    const { grep, folder } = withFiles({ 'sub/a': 'needle' });
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    symlinkSync('..', join(folder, 'sub/up'));
    expect(await grep({ pattern: 'needle', path: 'fifo' })).toBe('./fifo is a FIFO, not a regular file.');
    expect(await grep({ pattern: 'needle' })).toBe('Found 1 file\n./sub/a');
  });
});
