import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScreenModel } from '../../../../test/support/screen-model.js';
import { Screen, type Live } from './screen.js';

function open(columns = 20, rows = 8) {
  const shown = new ScreenModel(columns, rows);
  let written = '';
  const screen = new Screen(
    (text) => {
      written += text;
      shown.write(text);
    },
    () => ({ columns: shown.columns, rows: shown.rows }),
  );
  const bytes = () => {
    const all = written;
    written = '';
    return all;
  };
  return { shown, screen, bytes };
}

const text = (model: ScreenModel) => model.all().join('\n').trimEnd();

describe('Screen', () => {
  it('prints above the live rows and keeps them at the bottom', () => {
    const { shown, screen } = open();
    screen.update(['one'], { rows: ['> a'], cursor: { row: 0, column: 3 } });
    screen.update(['two', 'three'], { rows: ['> ab', 'foot'], cursor: { row: 0, column: 4 } });
    expect([text(shown), shown.cursor]).toEqual(['one\ntwo\nthree\n> ab\nfoot', { row: 3, column: 4 }]);
  });

  it('writes only the rows that changed', () => {
    const { screen, bytes } = open();
    screen.update([], { rows: ['aaa', 'bbb', 'ccc'], cursor: { row: 0, column: 0 } });
    bytes();
    screen.update([], { rows: ['aaa', 'bxb', 'ccc'], cursor: { row: 0, column: 0 } });
    const written = bytes();
    expect(written).toContain('bxb');
    expect(written).not.toMatch(/aaa|ccc/);
  });

  it('shows the last live rows when there is no room for all', () => {
    const { shown, screen } = open(20, 4);
    screen.update([], { rows: ['1', '2', '3', '4', '5'], cursor: { row: 4, column: 1 } });
    expect([text(shown), shown.cursor]).toEqual(['3\n4\n5', { row: 2, column: 1 }]);
  });

  it('leaves nothing of the live rows when there are none any more', () => {
    const { shown, screen } = open();
    screen.update(['one'], { rows: ['> a', 'foot'], cursor: { row: 0, column: 3 } });
    screen.update(['two'], { rows: [] });
    screen.update([], { rows: [] });
    expect([text(shown), shown.cursor]).toEqual(['one\ntwo', { row: 2, column: 0 }]);
  });

  it('shows what it was told, whatever was there before', () => {
    const row = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '🦀'), maxLength: 9 }).map((each) => `${each}.`);
    const live = fc.record({
      rows: fc.array(row, { minLength: 1, maxLength: 6 }),
      cursor: fc.option(fc.record({ row: fc.nat(5), column: fc.nat(9) }), { nil: undefined }),
    });
    const step = fc.record({ printed: fc.array(row, { maxLength: 5 }), live });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const { shown, screen } = open();
        for (const { printed, live } of steps) screen.update(printed, live as Live);
        expect(text(shown).split('\n')).toEqual([...steps.flatMap(({ printed }) => printed), ...steps.at(-1)!.live.rows]);
      }),
    );
  });
});
