import { expect, it } from 'vitest';
import { mayBeParent } from './parent-glob.js';

it.each(['..', '.*', '.?', '.**', '.?*', '.[.]', '.[!a]', '.[a.]*', '.[--/]'])('%s may lead to the folder above', (name) => {
  expect(mayBeParent(name)).toBe(true);
});

it.each(['.', '*', '.a*', '.[!.]*', '.[^.]', '.[a-z]*', '.??*', 'x..', '..*x', '.env?'])('%s stays in its folder', (name) => {
  expect(mayBeParent(name)).toBe(false);
});
