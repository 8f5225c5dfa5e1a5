import { mkdtempSync, realpathSync, rmSync, symlinkSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readText } from './read-text.js';

let folder: string;
beforeAll(() => (folder = realpathSync(mkdtempSync(join(tmpdir(), 'inboard-text-')))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const settled = (path: string, ago: number) => utimesSync(path, new Date(Date.now() - ago), new Date(Date.now() - ago));
const textOf = (path: string, within?: string[]) => readText(path, { most: 100, findReal: true, ...(within && { within }) });

it('sees every change, also one of the same length', () => {
  const path = put('a.md', 'one');
  for (const text of ['two', 'six', 'ten', 'longer than that']) {
    expect(textOf(path)).not.toEqual({ text, real: path });
    writeFileSync(path, text);
    expect(textOf(path)).toEqual({ text, real: path });
    expect(textOf(path)).toEqual({ text, real: path });
  }
  unlinkSync(path);
  expect(textOf(path)).toEqual({ absent: true });
});

it('follows a link that leads elsewhere than before, and holds to its limits each time', () => {
  const [one, two] = [put('one.md', 'same'), put('two.md', 'same')];
  settled(one, 5000);
  settled(two, 5000);
  const link = join(folder, 'link.md');
  symlinkSync(one, link);
  expect(textOf(link)).toEqual({ text: 'same', real: one });
  expect(textOf(link)).toEqual({ text: 'same', real: one });
  unlinkSync(link);
  symlinkSync(two, link);
  expect(textOf(link)).toEqual({ text: 'same', real: two });
  expect(textOf(link, ['/nowhere'])).toEqual({ problem: expect.stringContaining('leads out of the project') });
  expect(readText(link, { most: 2 })).toEqual({ problem: expect.stringContaining('has 4 bytes') });
});
