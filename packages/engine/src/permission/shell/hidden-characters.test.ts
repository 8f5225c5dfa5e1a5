import { describe, expect, it } from 'vitest';
import { hasHiddenCharacters } from './hidden-characters.js';

describe('hasHiddenCharacters', () => {
  it.each([
    'a\0',
    'a\r',
    'a\u001b[2K',
    'a\u007f',
    'a\u0085',
    'a\u00ad',
    'a\u200b',
    'a\u200d',
    '\u202ea',
    'a\u2028b',
    '\u2066a',
    '\ufeffa',
    'a\u3164',
    'a\u{e0061}',
    'a\ud800',
    '\ufff9',
  ])('sees %j', (text) => {
    expect(hasHiddenCharacters(text)).toBe(true);
  });

  it.each(['plain\ttext\n', 'caf\u00e9', '\u2764\ufe0f', '\u{1f468}\u200d\u{1f469}', '\u{1f44b}\u{1f3fd}\u200d\u{1f4bb}', '\u65e5\u672c'])(
    'has nothing against %j',
    (text) => {
      expect(hasHiddenCharacters(text)).toBe(false);
    },
  );
});
