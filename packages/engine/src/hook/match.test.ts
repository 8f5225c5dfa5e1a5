import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchesHook } from './match.js';

test.each([
  [undefined, 'Write', true],
  ['', 'Write', true],
  ['*', 'Write', true],
  ['Write', 'Write', true],
  ['Write', 'WriteMore', false],
  ['Read|Write', 'Write', true],
  ['Read , Write', 'Write', true],
  ['mcp__own__.*', 'mcp__own__look', true],
  ['^Wr', 'Write', true],
  ['rit.$', 'Write', true],
  ['^rite', 'Write', false],
  ['(', 'Write', true],
])('%j for %s: %s', (matcher, value, fits) => {
  expect(matchesHook(matcher, value)).toBe(fits);
});

test('other names of a tool match as well', () => {
  expect(matchesHook('Agent', 'Task', ['Agent'])).toBe(true);
});

test('no matcher makes it throw', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (matcher, value) => typeof matchesHook(matcher, value) === 'boolean'));
});

test('a list has exactly its names', () => {
  const name = fc.stringMatching(/^[A-Za-z_]\w{0,8}$/);
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1 }),
      name,
      (names, value) => matchesHook(names.join('|'), value) === names.includes(value),
    ),
  );
});
