import { expect, it } from 'vitest';
import { Typing } from './typing.js';

it('a sentence goes on until somebody stops to think, or has sent it', () => {
  const typing = new Typing();
  expect(typing.isMidSentence('', 0)).toBe(false);
  typing.note(1000);
  expect([typing.isMidSentence('half', 1500), typing.isMidSentence('half', 2000), typing.isMidSentence('', 1100)]).toEqual([
    true,
    false,
    false,
  ]);
  typing.note(1700);
  expect(typing.isMidSentence('half a', 2000)).toBe(true);
});
