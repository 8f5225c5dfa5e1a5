import { expect, it } from 'vitest';
import { visible } from './visible.js';

it.each([
  ['\u001b[2J\u0007', '\\u001b[2J\\u0007'],
  ['\u009b6n', '\\u009b6n'],
  ['abc\u202edcba', 'abc\\u202edcba'],
  ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
  ['tag\u{e0041}', 'tag\\ue0041'],
  ['line\nand\ttab', 'line\nand\ttab'],
  ['👩‍👧 é 漢', '👩‍👧 é 漢'],
])('%j is shown as %j', (text, shown) => {
  expect(visible(text)).toBe(shown);
});
