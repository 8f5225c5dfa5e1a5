import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { pdfFile, pngFile } from '../../../../../../test/support/sample-files.js';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import type { ToolOutcome } from '../../define.js';
import { readTool } from './read.js';

const japanese = 'これは日本語で書かれた文章です。文字コードを正しく判別できるかどうかを確かめるためのものです。';

async function read(
  content: string | Buffer,
  input: Record<string, unknown> = {},
  options: { name?: string; env?: Record<string, string> } = {},
): Promise<ToolOutcome & { path: string }> {
  const bench = toolBench(options.env ? { env: options.env } : {});
  const path = join(bench.folder, options.name ?? 'a.txt');
  writeFileSync(path, content);
  return { ...(await bench.call(readTool, { file_path: path, ...input })), path };
}

describe('Read of text', () => {
  it('numbers the lines', async () => {
    const { path, ...outcome } = await read('one\ntwo');
    expect(outcome).toEqual({
      content: '     1→one\n     2→two',
      result: { type: 'text', file: { filePath: path, content: 'one\ntwo', numLines: 2, startLine: 1, totalLines: 2 } },
    });
  });

  it('shows a part and says how to go on', async () => {
    const lines = Array.from({ length: 10 }, (_, index) => `line ${index + 1}`).join('\n');
    expect((await read(lines, { offset: 3, limit: 2 })).content).toBe(
      '     3→line 3\n     4→line 4\n(6 more lines; read on with offset 5)',
    );
    expect((await read(lines, { offset: 0, limit: 1 })).content).toBe('     1→line 1\n(9 more lines; read on with offset 2)');
  });

  it('shows 2000 lines, and 2000 characters of a line', async () => {
    const { content } = await read(`${'x'.repeat(3000)}\n${'y\n'.repeat(2500)}`);
    const lines = String(content).split('\n');
    expect(lines).toHaveLength(2001);
    expect(lines[0]).toBe(`     1→${'x'.repeat(2000)}… (3000 characters)`);
    expect(lines[2000]).toBe('(502 more lines; read on with offset 2001)');
  });

  it('stops at what fits into one result', async () => {
    const { content } = await read('0123456789\n'.repeat(100), {}, { env: { CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: '10' } });
    expect(content).toBe('     1→0123456789\n     2→0123456789\n(no more fits into one result; 99 more lines; read on with offset 3)');
  });

  it('says that a file is empty or shorter', async () => {
    expect((await read('')).content).toBe('The file is empty.');
    expect(await read('one', { offset: 5 })).toMatchObject({
      content: 'The file has 1 line; there is no line 5.',
      result: { file: { numLines: 0, startLine: 5, totalLines: 1 } },
    });
  });

  it.each([
    ['CRLF', Buffer.from('a\r\nb'), '     1→a\n     2→b'],
    ['a byte order mark', Buffer.from('\ufeffa'), '     1→a'],
    ['UTF-16', Buffer.from('\ufeffaé', 'utf16le'), '     1→aé\n(encoding: UTF-16LE)'],
    ['UTF-16 the other way round', Buffer.from('\ufeffaé', 'utf16le').swap16(), '     1→aé\n(encoding: UTF-16BE)'],
    [
      'Latin-1',
      Buffer.from('d\xe9j\xe0 vu, na\xefve, gar\xe7on', 'latin1'),
      expect.stringContaining('     1→déjà vu, naïve, garçon\n(encoding: ') as string,
    ],
    ['Shift JIS', iconv.encode(japanese, 'shift_jis'), `     1→${japanese}\n(encoding: Shift_JIS)`],
  ])('understands %s', async (_, bytes, shown) => {
    expect((await read(bytes)).content).toEqual(shown);
  });

  it('refuses what is no text', async () => {
    const binary = await read(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]));
    expect(binary).toMatchObject({ isError: true, content: `${binary.path} is a binary file (6 bytes): it cannot be shown as text.` });
    expect(await read(Buffer.concat([Buffer.from('größer, schöner →→→'), Buffer.from([0xff])]))).toMatchObject({ isError: true });
    expect(await read(Buffer.from([0x80, 0x81, 0x01, 0x9f, 0x90]))).toMatchObject({ isError: true });
  });

  it('refuses folders, devices, FIFOs and sockets without waiting for them', async () => {
    const bench = toolBench();
    const at = (name: string) => join(bench.folder, name);
    mkdirSync(at('dir'));
    execFileSync('mkfifo', [at('fifo')]);
    const server = createServer().listen(at('socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    const said = async (path: string) => (await bench.call(readTool, { file_path: path })).content;
    expect(await said(at('dir'))).toBe(`${at('dir')} is a folder. List it with Glob.`);
    expect(await said(at('fifo'))).toBe(`${at('fifo')} is a FIFO, not a regular file.`);
    expect(await said('/dev/zero')).toBe('/dev/zero is a device, not a regular file.');
    expect(await said(at('socket'))).toContain('is not a regular file');
    expect(await said(at('missing'))).toBe(`There is no file ${at('missing')}.`);
    symlinkSync('circle', at('circle'));
    expect(await said(at('circle'))).toContain('leads back to itself');
    expect(await said(at('n'.repeat(300)))).toContain('too long');
    expect(await said(`${at('a')}\0b`)).toContain('NUL');
    server.close();
  });

  it('reads files of the kernel, which have no size', async () => {
    const bench = toolBench();
    expect((await bench.call(readTool, { file_path: '/proc/self/status' })).content).toContain('Name:');
  });
});

describe('Read of a file too large for memory', () => {
  /** A sparse file: some text, then a hole that takes no space. */
  function large(head: string, size: number): { path: string; bench: ReturnType<typeof toolBench> } {
    const bench = toolBench();
    const path = join(bench.folder, 'large.log');
    writeFileSync(path, head);
    truncateSync(path, size);
    return { path, bench };
  }

  it('shows the first lines of 5 GB and says the size', async () => {
    const { path, bench } = large('line\n'.repeat(20_000), 5 * 1024 ** 3);
    const before = process.memoryUsage().rss;
    const outcome = await bench.call(readTool, { file_path: path, offset: 9_999, limit: 2 });
    expect(outcome.content).toBe(
      '  9999→line\n 10000→line\n(more lines; read on with offset 10001)\n(the file has 5120.0 MB: too large to be changed with Edit or Write)',
    );
    expect(outcome.result).toMatchObject({ file: { startLine: 9999, numLines: 2, totalLines: 10_000 } });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });

  it('cuts a line of hundreds of megabytes', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'line.txt');
    const file = openSync(path, 'w');
    const part = Buffer.alloc(1024 * 1024, 'x');
    for (let at = 0; at < 100; at += 1) writeSync(file, part);
    writeSync(file, '\nend');
    closeSync(file);
    const { content } = await bench.call(readTool, { file_path: path });
    expect(content).toBe(
      `     1→${'x'.repeat(2000)}… (${100 * 1024 * 1024} bytes)\n     2→end\n(the file has 100.0 MB: too large to be changed with Edit or Write)`,
    );
  });

  it('knows binary files by their beginning', async () => {
    const { path, bench } = large('\0', 3 * 1024 ** 3);
    expect(await bench.call(readTool, { file_path: path })).toMatchObject({
      isError: true,
      content: `${path} is a binary file (3072.0 MB): it cannot be shown as text.`,
    });
  });
});

describe('Read of images', () => {
  it('passes a small one on as it is, whatever it is called', async () => {
    const png = pngFile(20, 10);
    expect(await read(png, {}, { name: 'a.txt' })).toMatchObject({
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.toString('base64') } }],
      result: {
        type: 'image',
        file: {
          base64: png.toString('base64'),
          type: 'image/png',
          originalSize: png.length,
          dimensions: { originalWidth: 20, originalHeight: 10, displayWidth: 20, displayHeight: 10 },
        },
      },
    });
  });

  it('scales a large one down to what the API takes', async () => {
    const { result } = await read(pngFile(3000, 1500));
    expect(result).toMatchObject({
      type: 'image',
      file: { type: 'image/png', dimensions: { originalWidth: 3000, originalHeight: 1500, displayWidth: 1568, displayHeight: 784 } },
    });
    const noisy = await read(pngFile(1500, 1500, { noise: true }));
    const { base64, type } = (noisy.result as { file: { base64: string; type: string } }).file;
    expect(type).toBe('image/jpeg');
    expect(base64.length).toBeLessThan(5 * 1024 * 1024);
  });

  it('knows JPEG, GIF and WebP', async () => {
    const { PhotonImage } = (await import('@silvia-odwyer/photon-node')).default;
    const image = PhotonImage.new_from_byteslice(pngFile(12, 34));
    for (const [bytes, type] of [
      [image.get_bytes_jpeg(80), 'image/jpeg'],
      [image.get_bytes_webp(), 'image/webp'],
    ] as const) {
      expect(await read(Buffer.from(bytes))).toMatchObject({
        result: { file: { type, dimensions: { originalWidth: 12, originalHeight: 34 } } },
      });
    }
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    expect(await read(gif)).toMatchObject({ result: { file: { type: 'image/gif', dimensions: { originalWidth: 1, originalHeight: 1 } } } });
  });

  it('refuses a damaged one: the API would refuse the whole conversation', async () => {
    const png = pngFile(100, 100);
    expect(await read(png.subarray(0, png.length - 20))).toMatchObject({
      isError: true,
      content: expect.stringContaining('damaged') as string,
    });
    const large = pngFile(2000, 2000);
    large.fill(7, 60, large.length - 40);
    expect(await read(large)).toMatchObject({ isError: true, content: expect.stringContaining('could not be scaled') as string });
    const bomb = pngFile(1, 1);
    bomb.writeUInt32BE(100_000, 16);
    bomb.writeUInt32BE(100_000, 20);
    expect(await read(bomb)).toMatchObject({ isError: true, content: expect.stringContaining('too many') as string });
  });

  it('says the size of one that is too large', async () => {
    const bench = toolBench();
    const path = join(bench.folder, 'a.png');
    writeFileSync(path, pngFile(1, 1));
    const file = openSync(path, 'r+');
    ftruncateSync(file, 80 * 1024 * 1024);
    closeSync(file);
    expect(await bench.call(readTool, { file_path: path })).toMatchObject({
      isError: true,
      content: `${path} is an image of 80.0 MB; at most 64.0 MB can be read.`,
    });
  });
});

describe('Read of PDFs', () => {
  it('gives the text of each page, and a small file itself', async () => {
    const pdf = pdfFile(['Hello there', '']);
    const { content, result } = await read(pdf, {}, { name: 'a.pdf' });
    expect(content).toEqual([
      { type: 'text', text: 'Page 1 of 2\nHello there\n\nPage 2 of 2\n(no text; it may be a picture)' },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: pdf.toString('base64') } },
    ]);
    expect(result).toMatchObject({ type: 'pdf', file: { base64: pdf.toString('base64'), originalSize: pdf.length } });
  });

  it('wants to know which pages of a long one', async () => {
    const pdf = pdfFile(Array.from({ length: 30 }, (_, index) => `Text ${index + 1}`));
    expect((await read(pdf)).content).toContain('has 30 pages. Say which ones');
    expect((await read(pdf, { pages: '2-3' })).content).toBe('Page 2 of 30\nText 2\n\nPage 3 of 30\nText 3');
    expect((await read(pdf, { pages: '30' })).content).toBe('Page 30 of 30\nText 30');
    expect((await read(pdf, { pages: '29-99' })).content).toBe('Page 29 of 30\nText 29\n\nPage 30 of 30\nText 30');
    expect((await read(pdf, { pages: '1-21' })).content).toContain('At most 20 pages');
    expect((await read(pdf, { pages: '31' })).content).toContain('there is no page 31');
    expect((await read(pdf, { pages: '5-4' })).content).toContain('ends before it begins');
    expect((await read(pdf, { pages: 'all' })).content).toContain('are no pages');
  });

  it('refuses damaged and oversized ones', async () => {
    expect(await read('%PDF-1.4\nnothing of the kind')).toMatchObject({
      isError: true,
      content: expect.stringContaining('damaged PDF') as string,
    });
    const bench = toolBench();
    const path = join(bench.folder, 'a.pdf');
    writeFileSync(path, '%PDF-1.4\n');
    truncateSync(path, 33 * 1024 * 1024);
    expect((await bench.call(readTool, { file_path: path })).content).toBe(`${path} is a PDF of 33.0 MB; at most 32.0 MB can be read.`);
  });
});

it('keeps one small record per file that is news', async () => {
  const bench = toolBench();
  const path = join(bench.folder, 'a.txt');
  writeFileSync(path, 'x');
  chmodSync(path, 0o600);
  await bench.call(readTool, { file_path: path });
  expect(bench.remembered).toEqual({ [`file:${path}`]: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string, partial: false } });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
