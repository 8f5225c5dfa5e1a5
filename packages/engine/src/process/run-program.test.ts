import { expect, test } from 'vitest';
import { runProgram, type ProgramOptions } from './run-program.js';

const run = (code: string, more: Partial<ProgramOptions> = {}) =>
  runProgram({
    argv: [process.execPath, '-e', code],
    cwd: '/',
    env: {},
    input: '',
    signal: new AbortController().signal,
    maxOutput: 1000,
    ...more,
  });

test('keeps characters whole that arrive in pieces', async () => {
  const code =
    "const b = Buffer.from('ü€😀'); let i = 0; const t = setInterval(() => (i < b.length ? process.stdout.write(b.subarray(i, ++i)) : clearInterval(t)), 5)";
  expect(await run(code)).toEqual({ exitCode: 0, signal: null, stdout: 'ü€😀', stderr: '', truncated: false });
});

test('drops what is too much and says so', async () => {
  const told: number[] = [];
  const end = await run("process.stdout.write('x'.repeat(1e6))", { onOutput: (stdout) => told.push(stdout.length) });
  expect(end).toMatchObject({ exitCode: 0, truncated: true, stdout: 'x'.repeat(1000) });
  expect(told).toEqual([1000]);
});

test('a program that does not exist is an end like any other', async () => {
  expect(await run('', { argv: ['/no/such/program'] })).toMatchObject({ exitCode: null, error: { code: 'ENOENT' } });
});
