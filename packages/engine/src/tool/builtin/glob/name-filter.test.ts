import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { globTool } from './glob.js';
import { nameFilter } from './name-filter.js';

const names = [
  'a',
  'b',
  'ab',
  '.a',
  'a.ts',
  'b.ts',
  'a.test.ts',
  'a b',
  'é.ts',
  'A.ts',
  'a.',
  '-a',
  '@a',
  '+a',
  '#a',
  '~a',
  ...['a', 'b', '.x', 'a.ts'].flatMap((one) => ['a', 'b.ts', '.a', 'c/a', 'ab/a.ts', 'x y/a'].map((two) => `d${one}/${two}`)),
];

it('leaves to ripgrep only what it sees as we do, and sees the same without it', () => {
  const { folder } = toolBench();
  for (const name of names) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), '');
  }
  const part = fc.constantFrom('a', 'b', 'd', '.', 'ts', '*', '?', '{a,b}', '{ts,js}', '-', '@', ' ', 'é', 'A', '#', '~');
  const segment = fc.oneof(
    { weight: 1, arbitrary: fc.constant('**') },
    { weight: 3, arbitrary: fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')) },
  );
  const patterns = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((segments) => segments.join('/'))
    .filter((pattern) => !pattern.split('/').some((each) => /^\.+$/.test(each)));
  fc.assert(
    fc.property(patterns, (pattern) => {
      const filter = nameFilter(pattern, { leavesOut: false });
      fc.pre(filter.args.length === 1 && filter.args[0]!.startsWith('--glob=/'));
      // `a/**` means what is in the folder, not a file of that name.
      const expression = picomatch.makeRe(pattern.replace(/\/\*\*$/, '/**/*'), { dot: true });
      const meant = names.filter((name) => expression.test(name)).toSorted();
      expect(list(folder, filter.args)).toEqual(meant);
      const { matches } = nameFilter(pattern, { leavesOut: true });
      expect(names.filter(matches).toSorted()).toEqual(meant);
    }),
    { numRuns: 150 },
  );
});

function list(folder: string, args: string[]): string[] {
  try {
    const output = execFileSync(rgPath, ['--no-config', '--files', '--hidden', '--no-ignore', '--null', ...args, '--', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    return output
      .split('\0')
      .slice(0, -1)
      .map((name) => name.slice(2))
      .toSorted();
  } catch (error) {
    if ((error as { status?: number }).status === 1) return []; // nothing was found
    throw error;
  }
}

it('takes no time for a pattern made to take for ever', async () => {
  const bench = toolBench();
  writeFileSync(join(bench.folder, 'a'.repeat(250)), '');
  const hard = [`${'*a'.repeat(40)}*b`, `**/${'*a*/**/'.repeat(20)}x`];
  for (const pattern of hard) expect((await bench.call(globTool, { pattern })).content).toBe(`No files match ${pattern}.`);
  const long = Array.from({ length: 20 }, () => 'a'.repeat(200)).join('/');
  for (const pattern of hard) expect(nameFilter(pattern, { leavesOut: true }).matches(long)).toBe(false);
  expect(await bench.call(globTool, { pattern: `${'*a'.repeat(40)}[b]` })).toMatchObject({
    isError: true,
    content: 'The pattern has 40 wildcards among other special characters; use 4 at most, or a plainer one.',
  });
});

it('knows what it leaves out, ranges, classes and choices', async () => {
  const bench = toolBench();
  for (const name of ['a1.ts', 'b2.ts', 'c3.js']) writeFileSync(join(bench.folder, name), '');
  const found = async (pattern: string) => {
    const { result } = await bench.call(globTool, { pattern });
    return (result as { filenames: string[] }).filenames.map((name) => name.slice(bench.folder.length + 1)).toSorted();
  };
  expect(await found('!*.ts')).toEqual(['c3.js']);
  expect(await found('[ab]*')).toEqual(['a1.ts', 'b2.ts']);
  expect(await found('?{1..2}.ts')).toEqual(['a1.ts', 'b2.ts']);
  expect(await found('@(a|c)*')).toEqual(['a1.ts', 'c3.js']);
  expect(await found('{a,c}*.{ts,js}')).toEqual(['a1.ts', 'c3.js']);
});

it.each(['', '/', '.', '..'])('refuses %j, which names no files', async (pattern) => {
  expect(await toolBench().call(globTool, { pattern })).toMatchObject({
    isError: true,
    content: expect.stringContaining('names a folder') as string,
  });
});

it('refuses what is no pattern', async () => {
  expect(await toolBench().call(globTool, { pattern: '['.repeat(70_000) })).toMatchObject({
    isError: true,
    content: expect.stringContaining('cannot be used') as string,
  });
});

it('leaves out what is hidden or ignored when it is told to', async () => {
  const found = async (env: Record<string, string>, pattern: string) => {
    const bench = toolBench({ env });
    for (const name of ['.git', 'dist', '.x']) mkdirSync(join(bench.folder, name));
    for (const name of ['a.ts', 'dist/b.ts', '.c.ts', '.x/d.ts']) writeFileSync(join(bench.folder, name), '');
    writeFileSync(join(bench.folder, '.gitignore'), 'dist\n');
    const { result } = await bench.call(globTool, { pattern });
    return (result as { filenames: string[] }).filenames.map((name) => name.slice(bench.folder.length + 1)).toSorted();
  };
  for (const pattern of ['**/*.ts', '**/*.[t]s']) {
    expect(await found({}, pattern)).toEqual(['.c.ts', '.x/d.ts', 'a.ts', 'dist/b.ts']);
    expect(await found({ CLAUDE_CODE_GLOB_HIDDEN: 'false' }, pattern)).toEqual(['a.ts', 'dist/b.ts']);
    expect(await found({ CLAUDE_CODE_GLOB_NO_IGNORE: 'false' }, pattern)).toEqual(['.c.ts', '.x/d.ts', 'a.ts']);
  }
});
