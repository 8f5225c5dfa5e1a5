import { mkdtempSync, rmSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TextCache } from './text-cache.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'inboard-cache-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const found = (text: string) => ({ text, real: '/real', isReal: true });
const state = (path: string) => statSync(path, { bigint: true });
const put = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

it('finds a text as long as the file is what it was', () => {
  const cache = new TextCache(0);
  const path = put('a', 'one');
  expect(cache.find(path)).toBeUndefined();
  cache.keep(path, found('one'), state(path));
  expect(cache.find(path)).toEqual(found('one'));
  put('a', 'three');
  expect(cache.find(path)).toBeUndefined();
  cache.keep(path, found('three'), state(path));
  unlinkSync(path);
  expect(cache.find(path)).toBeUndefined();
});

it('notices a link that leads elsewhere', () => {
  const cache = new TextCache(0);
  const [one, two] = [put('one', 'same'), put('two', 'same')];
  const link = join(folder, 'link');
  symlinkSync(one, link);
  cache.keep(link, found('same'), state(link));
  unlinkSync(link);
  symlinkSync(two, link);
  expect(cache.find(link)).toBeUndefined();
});

it('does not keep what changed a moment ago, and begins anew when it is full', () => {
  const path = put('b', 'x');
  const careful = new TextCache(60_000);
  careful.keep(path, found('x'), state(path));
  expect(careful.find(path)).toBeUndefined();
  const cache = new TextCache(0);
  const other = put('c', 'x');
  cache.keep(path, found('x'.repeat(10_000_000)), state(path));
  cache.keep(other, found('y'.repeat(10_000_000)), state(other));
  expect([cache.find(path), cache.find(other)?.text[0]]).toEqual([undefined, 'y']);
});
