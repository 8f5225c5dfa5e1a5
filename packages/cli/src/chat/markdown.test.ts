import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MarkdownStream } from './markdown.js';
import { createStyle } from '../row/style.js';
import { styledWidth, unstyled } from '../row/wrap.js';

const rowsOf = (text: string, { width = 40, colour = false, pieces = 1000 } = {}) => {
  const stream = new MarkdownStream(createStyle({ colour }));
  const rows: string[] = [];
  for (let at = 0; at < text.length; at += pieces) rows.push(...stream.push(text.slice(at, at + pieces), width));
  return [...rows, ...stream.end(width)];
};
const shown = (text: string, width?: number) => rowsOf(text, { colour: true, ...(width !== undefined && { width }) }).map(unstyled);

describe('MarkdownStream', () => {
  it('styles headings, emphasis, code and links', () => {
    expect(rowsOf('# Big\n## Next\n**b** *i* `c` ~~d~~', { colour: true })).toEqual([
      '\u001b[1m\u001b[4mBig\u001b[24m\u001b[22m',
      '\u001b[1mNext\u001b[22m',
      '\u001b[1mb\u001b[22m \u001b[3mi\u001b[23m \u001b[36mc\u001b[39m \u001b[2md\u001b[22m',
    ]);
    expect(shown('see [the docs](https://x.y/z), `a*b*c`, 2*3*4, snake_case_name, \\*plain\\*')).toEqual([
      'see the docs (https://x.y/z), a*b*c,',
      '2*3*4, snake_case_name, *plain*',
    ]);
  });

  it('leaves the marks where there are no colours', () => {
    expect(rowsOf('# Big\n**b** `c`')).toEqual(['# Big', '**b** `c`']);
  });

  it('indents what follows in a list', () => {
    expect(shown('- one two three four five six\n  1. inner words that go on and on\n- [x] done\n- [ ] open', 20)).toEqual([
      '• one two three four',
      '  five six',
      '  1. inner words',
      '     that go on and',
      '     on',
      '☑ done',
      '☐ open',
    ]);
  });

  it('frames code and shows it as it is', () => {
    expect(shown('```ts\nconst **a** = `b`;\n# no heading\n```\nafter', 20)).toEqual([
      '── ts ──────────────',
      'const **a** = `b`;',
      '# no heading',
      '────────────────────',
      'after',
    ]);
    expect(shown('~~~\nnever closed', 10)).toEqual(['──────────', 'never', 'closed', '──────────']);
  });

  it('aligns tables, and leaves them alone when they are too wide', () => {
    const table = '| name | size |\n|---|--:|\n| 漢字 | **1** |\n| a | 22 |\n';
    expect(shown(`${table}end`)).toEqual(['name │ size', '─────┼─────', '漢字 │ 1', 'a    │ 22', 'end']);
    expect(shown(table, 8)[0]).toBe('| name |');
  });

  it('shows quotes and rules', () => {
    expect(shown('> said\n---\n', 10)).toEqual(['│ said', '──────────']);
  });

  it('makes control characters visible', () => {
    expect(rowsOf('a\u001b[31mb\r\nc\u009b2J\td')).toEqual(['a\\u001b[31mb', 'c\\u009b2J    d']);
  });

  it('shows what is there of an unfinished line', () => {
    const stream = new MarkdownStream(createStyle({ colour: false }));
    expect(stream.push('one\ntw', 20)).toEqual(['one']);
    expect(stream.partial(20)).toEqual(['tw']);
    stream.push('o\n| a | b |\n', 20);
    expect(stream.partial(20)).toEqual(['| a | b |']);
  });

  it('gives the same rows however the text is cut, none too wide, none with an escape of its own', () => {
    const part = fc.constantFrom(
      '# h',
      '**',
      '*',
      '`',
      '```',
      '\n',
      '| a | b |',
      '|--|--|',
      '- x',
      '> q',
      ' ',
      '漢字',
      '👩‍👧',
      'word',
      '[l](http://a)',
      '\u001b[2J',
      '\t',
      '\r',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 8, max: 50 }),
        (parts, pieces, width) => {
          const text = parts.join('');
          const rows = rowsOf(text, { width, colour: true, pieces });
          expect(rows).toEqual(rowsOf(text, { width, colour: true }));
          for (const row of rows) expect(styledWidth(row)).toBeLessThanOrEqual(width);
          expect(rows.map(unstyled).join('')).not.toContain('\u001b');
        },
      ),
    );
  });
});
