import { expect, it } from 'vitest';
import type { Page } from './page.js';
import { PageCache } from './page-cache.js';

const page = (text: string): Page => ({ url: 'u', code: 200, codeText: 'OK', bytes: 1, text });

it('forgets a page when its time is over', () => {
  const cache = new PageCache();
  cache.keep('a', page('x'), 100);
  expect([cache.find('a', 99)?.text, cache.find('a', 100), cache.find('a', 99)]).toEqual(['x', undefined, undefined]);
});

it('drops the page that was used least lately', () => {
  const cache = new PageCache();
  for (let index = 0; index < 50; index += 1) cache.keep(String(index), page('x'), 100);
  cache.find('0', 1);
  cache.keep('50', page('x'), 100);
  expect(['0', '1', '2', '50'].map((url) => cache.find(url, 1) !== undefined)).toEqual([true, false, true, true]);
});

it('keeps no more text than it may', () => {
  const cache = new PageCache();
  cache.keep('a', page('x'.repeat(15_000_000)), 100);
  cache.keep('b', page('x'.repeat(15_000_000)), 100);
  expect([cache.find('a', 1) !== undefined, cache.find('b', 1) !== undefined]).toEqual([false, true]);
});
