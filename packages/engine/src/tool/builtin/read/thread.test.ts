import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { pdfWithStream, pngFile } from '../../../../../../test/support/sample-files.js';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { readTool } from './read.js';
import { startThread, ThreadLimit } from './thread.js';

const line = 'BT /F1 1 Tf 0 0 Td (x) Tj ET\n';
const page = (lines: number) => pdfWithStream(deflateSync(line.repeat(lines), { level: 1 }));

function bench(file: Buffer, options: Parameters<typeof toolBench>[0] = {}) {
  const made = toolBench(options);
  const path = join(made.folder, 'file');
  writeFileSync(path, file);
  return { path, read: () => made.call(readTool, { file_path: path }) };
}

it('reads a deflated page', async () => {
  const { read } = bench(page(3));
  expect((await read()).content).toEqual([{ type: 'text', text: 'Page 1 of 1\nxxx' }, expect.objectContaining({ type: 'document' })]);
});

it('gives up on a PDF that takes too long, and does not stand still meanwhile', async () => {
  const { path, read } = bench(page(2_000_000), { env: { INBOARD_READ_TIMEOUT_MS: '1500' } });
  let over = false;
  const reading = read().finally(() => (over = true));
  let turns = 0;
  while (!over) {
    await sleep(10);
    turns += 1;
  }
  expect(await reading).toMatchObject({
    isError: true,
    content: `${path} is a PDF that cannot be read here: it took longer than 1.5 s. Other pages may do.`,
  });
  expect(turns).toBeGreaterThan(20);
});

it('ends at once with an interrupt', async () => {
  const control = new AbortController();
  const { read } = bench(page(2_000_000), { signal: control.signal });
  setTimeout(() => control.abort(), 300);
  await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
});

it('gives up on an image that takes too long', async () => {
  const { path, read } = bench(pngFile(6000, 6000), { env: { INBOARD_READ_TIMEOUT_MS: '30' } });
  expect(await read()).toMatchObject({
    isError: true,
    content: `${path} could not be scaled down to what the model takes: it took longer than 0.03 s`,
  });
});

const thread = (program: string) =>
  startThread({ module: 'diff', program, timeoutMs: 20_000, megabytes: 150, signal: new AbortController().signal });

it('is ended when it takes all memory, of objects or of buffers', async () => {
  const hoards = ['Array.from({ length: 1e5 }, () => ({}))', 'new Uint8Array(3e7).fill(1)'];
  for (const hoard of hoards) {
    const hungry = thread(
      `() => ({ eat: async () => { const all = []; for (;;) { all.push(${hoard}); await new Promise(setImmediate); } } })`,
    );
    await expect(hungry.ask('eat', undefined)).rejects.toEqual(new ThreadLimit('it takes more than 150 MB of memory'));
    await hungry.close();
  }
});

it('has nothing of the process: no environment, no output', async () => {
  const curious = thread(`() => ({ look: () => { console.log('noise'); return Object.keys(process.env).length; } })`);
  expect(await curious.ask('look', undefined)).toBe(0);
  await expect(curious.ask('missing', undefined)).rejects.toThrow('functions[name] is not a function');
  await curious.close();
});

it('says which package is missing', () => {
  expect(() => startThread({ module: 'no-such-package', program: '', timeoutMs: 1000, signal: new AbortController().signal })).toThrow(
    'This file cannot be read here: the package no-such-package is not installed.',
  );
});
