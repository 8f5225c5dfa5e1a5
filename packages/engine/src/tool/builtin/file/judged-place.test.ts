import { expect, it } from 'vitest';
import { checkPlace } from './judged-place.js';

it('opens what was judged, under any of its names, and nothing else', () => {
  const judged = { judgedPaths: ['/p/link/a', '/p/real/a'] };
  expect(() => checkPlace('/p/real/a', judged)).not.toThrow();
  expect(() => checkPlace('/etc/a', judged)).toThrow('leads to /etc/a by now');
  expect(() => checkPlace('/etc/a', {})).not.toThrow();
});
