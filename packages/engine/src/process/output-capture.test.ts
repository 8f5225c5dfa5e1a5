import { openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OutputCapture, showOutput } from './output-capture.js';
import { readOutput } from './read-output.js';

let folder = '';
let files = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inboard-test-'));
});
afterAll(() => rm(folder, { recursive: true }));

const createFile = () => {
  const path = join(folder, `${(files += 1)}.txt`);
  return { path, descriptor: openSync(path, 'wx') };
};

test('short output needs no file', () => {
  const capture = new OutputCapture({ limit: 10, createFile });
  capture.write(Buffer.from('hello'));
  expect(capture.finish()).toEqual({ head: 'hello', tail: '', omittedBytes: 0, totalBytes: 5 });
});

test('the file holds every byte of a longer output, however it came', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 3, maxLength: 12 }),
      fc.integer({ min: 1, max: 20 }),
      (chunks, limit) => {
        const capture = new OutputCapture({ limit, createFile });
        for (const chunk of chunks) capture.write(Buffer.from(chunk));
        const { file, omittedBytes, totalBytes } = capture.finish();
        const whole = Buffer.concat(chunks);
        expect(totalBytes).toBe(whole.length);
        expect(file === undefined).toBe(omittedBytes === 0);
        if (file) expect(readFileSync(file.path).equals(whole)).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

test('the file stops at its limit, and the text says so', () => {
  const capture = new OutputCapture({ limit: 4, createFile, fileLimit: 20 });
  for (let piece = 0; piece < 10; piece += 1) capture.write(Buffer.from('12345'));
  const output = capture.finish();
  expect(output.file).toEqual({ path: expect.any(String), size: 20, problem: 'the file stops at 20 bytes' });
  expect(showOutput(output)).toBe(
    `12\n[... 46 bytes left out; ${output.file!.path} has the first 20 of 50 bytes: the file stops at 20 bytes ...]\n45`,
  );
});

test('a full disk costs the file and nothing else', () => {
  const capture = new OutputCapture({ limit: 4, createFile: () => ({ path: '/dev/full', descriptor: openSync('/dev/full', 'w') }) });
  for (let piece = 0; piece < 10; piece += 1) capture.write(Buffer.from('12345'));
  const output = capture.finish();
  expect(output).toMatchObject({ head: '12', tail: '45', totalBytes: 50, file: { size: 0, problem: expect.stringContaining('ENOSPC') } });
});

test('a file that cannot be made is said', () => {
  const capture = new OutputCapture({
    limit: 2,
    createFile: () => {
      throw new Error('no room');
    },
  });
  capture.write(Buffer.from('123456789'));
  expect(showOutput(capture.finish())).toBe('1\n[... 7 bytes left out; the whole output could not be saved: no room ...]\n9');
});

test('an output file is read by its ends', () => {
  const { path, descriptor } = createFile();
  const capture = new OutputCapture({ limit: 10, createFile: () => ({ path, descriptor }) });
  capture.openFile();
  for (let number = 0; number < 1000; number += 1) capture.write(Buffer.from(`${number}\n`));
  capture.finish();
  expect(readOutput(path, 10)).toBe(`0\n1\n2\n[... 3880 bytes left out; all 3890 bytes are in ${path} ...]\n\n999`);
  expect(readOutput(join(folder, 'none'), 10)).toBe('');
});
