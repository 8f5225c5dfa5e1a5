import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { globTool } from './glob.js';

/** A bench with these files; the first is the newest. */
function withFiles(...names: string[]) {
  const bench = toolBench();
  for (const [index, name] of names.entries()) {
    const path = join(bench.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, 1_000_000 - index, 1_000_000 - index);
  }
  const glob = async (pattern: string, path?: string) => {
    const outcome = await bench.call(globTool, { pattern, ...(path !== undefined && { path }) });
    const { filenames = [] } = outcome.result as { filenames?: string[] };
    return { ...outcome, names: filenames.map((name) => name.slice(bench.folder.length + 1)) };
  };
  return { ...bench, glob };
}

describe('Glob', () => {
  it('finds files newest first', async () => {
    const { glob, folder } = withFiles('b.ts', 'src/deep/a.ts', 'src/c.js', 'a.ts');
    expect((await glob('**/*.ts')).names).toEqual(['b.ts', 'src/deep/a.ts', 'a.ts']);
    expect((await glob('*.ts')).names).toEqual(['b.ts', 'a.ts']);
    expect((await glob('src/**/*.{ts,js}')).names).toEqual(['src/deep/a.ts', 'src/c.js']);
    expect((await glob('**/*.ts', 'src')).names).toEqual(['src/deep/a.ts']);
    expect((await glob(`${folder}/src/*.js`)).names).toEqual(['src/c.js']);
    expect((await glob('./src/c.js')).names).toEqual(['src/c.js']);
    expect((await glob('../**/c.js', 'src')).names).toEqual(['src/c.js']);
  });

  it('gives the text and the result', async () => {
    const { glob, folder } = withFiles('a.ts');
    const { content, result } = await glob('*.ts');
    expect(content).toBe(join(folder, 'a.ts'));
    expect(result).toEqual({ filenames: [join(folder, 'a.ts')], durationMs: expect.any(Number) as number, numFiles: 1, truncated: false });
    expect((await glob('*.py')).content).toBe('No files match *.py.');
    expect((await glob('nowhere/*.py')).content).toBe('No files match nowhere/*.py.');
  });

  it('sees dotfiles and ignored files, not .git', async () => {
    const { glob, folder } = withFiles('.env', '.github/x.yml', '.git/config', 'sub/.git', 'dist/out.js', '.gitignore');
    writeFileSync(join(folder, '.gitignore'), 'dist\n');
    utimesSync(join(folder, '.gitignore'), 1, 1);
    expect((await glob('**')).names).toEqual(['.env', '.github/x.yml', 'dist/out.js', '.gitignore']);
  });

  it('shows the hundred newest and says so', async () => {
    const names = Array.from({ length: 150 }, (_, index) => `f${String(index).padStart(3, '0')}`);
    const { glob } = withFiles(...names);
    const { content, names: found, result } = await glob('*');
    expect(found).toEqual(names.slice(0, 100));
    expect(result).toMatchObject({ numFiles: 100, truncated: true });
    expect(String(content).split('\n').at(-1)).toBe('(the 100 newest of 150 files; use a narrower pattern for the others)');
  });

  it('keeps strange names apart', async () => {
    const { glob, folder } = withFiles('-e', 'two\nlines', '--files', 'ünï', '[x]', 'a b');
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/bad`), Buffer.from([0xff, 0xfe])]), '');
    const { content } = await glob('*');
    const lines = String(content)
      .split('\n')
      .map((line) => line.replace(`${folder}/`, ''));
    expect(lines).toEqual([String.raw`bad\xff\xfe`, '-e', String.raw`"two\nlines"`, '--files', 'ünï', '[x]', 'a b']);
    expect((await glob(String.raw`\[x\]`)).names).toEqual(['[x]']);
    expect((await glob('-*')).names).toEqual(['-e', '--files']);
  });

  it('does not walk in circles', async () => {
    const { glob, folder } = withFiles('sub/a.ts');
    symlinkSync('..', join(folder, 'sub/up'));
    expect((await glob('**/*.ts')).names).toEqual(['sub/a.ts']);
  });

  it('refuses what is no folder', async () => {
    const { glob, folder } = withFiles('a');
    expect(await glob('*', 'missing')).toMatchObject({ isError: true, content: `There is no folder ${join(folder, 'missing')}.` });
    expect(await glob('*\0')).toMatchObject({ isError: true, content: 'A pattern or path may not hold a NUL byte.' });
  });
});
