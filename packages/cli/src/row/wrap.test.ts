import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf } from './text-width.js';
import { clip, styledWidth, unstyled, wrap } from './wrap.js';

describe('widthOf', () => {
  it.each([
    ['plain', 5],
    ['漢字', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['🦀', 2],
    ['👩‍👧', 2],
    ['❤️', 2],
    ['✓●…│─', 5],
    ['한글', 4],
    ['ｗ', 2],
  ])('%s takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });
});

describe('wrap', () => {
  it('breaks between words, and long words where they end', () => {
    expect(wrap('one two three', 8)).toEqual(['one two', 'three']);
    expect(wrap('abcdefghij kl', 4)).toEqual(['abcd', 'efgh', 'ij', 'kl']);
    expect(wrap('漢字漢字漢', 5)).toEqual(['漢字', '漢字', '漢']);
    expect(wrap('    indented', 8)).toEqual(['    inde', 'nted']);
  });

  it('goes on with the style in the next row', () => {
    expect(wrap('\u001b[1mone two\u001b[22m x', 5)).toEqual(['\u001b[1mone\u001b[0m', '\u001b[1mtwo\u001b[22m x']);
  });

  it('loses nothing but blanks at the breaks, and fits', () => {
    const text = fc.array(fc.constantFrom('a', 'bc', ' ', '漢', '🦀', '\u001b[1m', '\u001b[22m', '\u001b[31m', '\u001b[39m'), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 20 }), (parts, width) => {
        const line = parts.join('');
        const rows = wrap(line, width);
        expect(rows.map(unstyled).join('').replaceAll(' ', '')).toBe(unstyled(line).replaceAll(' ', ''));
        for (const row of rows) expect(styledWidth(row)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('cuts a line that goes on for ever in no time', () => {
    expect(wrap('x'.repeat(1_000_000), 100)).toHaveLength(10_000);
  });
});

describe('clip', () => {
  it('says that something is missing', () => {
    expect([clip('short', 5), clip('longer', 5), clip('漢字漢', 5)]).toEqual(['short', 'long…', '漢字…']);
    expect(clip('\u001b[31mlonger\u001b[39m', 5)).toBe('\u001b[31mlong\u001b[39m\u001b[0m…');
  });
});
