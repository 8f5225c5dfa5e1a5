import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../file/refusal.js';
import { plainText, textFormat, type TextFormat } from '../file/text-format.js';
import { replaceText } from './replace-text.js';

const unmarked = plainText;
const utf16 = (order: 'le' | 'be'): TextFormat => {
  const swap = (bytes: Buffer) => (order === 'be' ? Buffer.from(bytes).swap16() : bytes);
  return {
    name: `UTF-16${order.toUpperCase()}`,
    bom: swap(Buffer.from([0xff, 0xfe])),
    decode: (bytes) => swap(bytes).toString('utf16le'),
    encode: (text) => swap(Buffer.from(text, 'utf16le')),
  };
};
const latin: TextFormat = {
  name: 'windows-1252',
  bom: Buffer.alloc(0),
  decode: (bytes) => iconv.decode(bytes, 'windows-1252'),
  encode: (text) => iconv.encode(text, 'windows-1252'),
};
const shiftJis: TextFormat = {
  name: 'Shift_JIS',
  bom: Buffer.alloc(0),
  decode: (bytes) => iconv.decode(bytes, 'shift_jis'),
  encode: (text) => iconv.encode(text, 'shift_jis'),
};
const marked: TextFormat = { ...plainText, bom: Buffer.from([0xef, 0xbb, 0xbf]) };

/** Formats, each with characters that stress it. */
const formats: [TextFormat, string[]][] = [
  [unmarked, ['a', 'b', ' ', '\t', 'é', '→', '😀', '\uFEFF', '\r\n', '\n', '\r']],
  [marked, ['a', 'b', 'é', '漢', '\r\n', '\n']],
  [utf16('le'), ['a', 'b', 'Ā', 'ā', '😀', '\r\n', '\n']],
  [utf16('be'), ['a', 'b', 'Ā', 'ā', '😀', '\r\n', '\n']],
  [latin, ['a', 'b', 'é', '€', '\r\n', '\n']],
  [shiftJis, ['a', '\\', '表', 'ソ', 'ー', '\r\n', '\n']],
];

const cases = fc.constantFrom(...formats).chain(([format, alphabet]) => {
  const text = (most: number) => fc.array(fc.constantFrom(...alphabet), { maxLength: most }).map((parts) => parts.join(''));
  return fc.record({
    format: fc.constant(format),
    before: text(12),
    wanted: text(3).filter((each) => each !== ''),
    after: text(12),
    put: text(4),
    all: fc.boolean(),
  });
});

describe('replaceText', () => {
  it('does what a plain search and replace of the text does, and keeps every byte around it', () => {
    fc.assert(
      fc.property(cases, ({ format, before, wanted, after, put, all }) => {
        const text = before + wanted + after;
        const bytes = Buffer.concat([format.bom, format.encode(text)!]);
        const expected = model(text, wanted, put, all);
        if (expected === undefined) {
          expect(() => replaceText(bytes, format, { oldText: wanted, newText: put, all })).toThrow(Refusal);
          return;
        }
        const made = replaceText(bytes, format, { oldText: wanted, newText: put, all });
        expect(made.after).toBe(expected);
        expect(made.bytes).toEqual(Buffer.concat([format.bom, format.encode(expected)!]));
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps bytes outside the edit identical', () => {
    fc.assert(
      fc.property(cases, ({ format, before, after }) => {
        const mark = '<@mark@>';
        const head = Buffer.concat([format.bom, format.encode(before)!]);
        const tail = format.encode(after)!;
        const made = replaceText(Buffer.concat([head, format.encode(mark)!, tail]), format, { oldText: mark, newText: 'x', all: false });
        expect(made.bytes.subarray(0, head.length)).toEqual(head);
        expect(made.bytes.subarray(made.bytes.length - tail.length)).toEqual(tail);
        expect(made.bytes.length).toBe(head.length + format.encode('x')!.length + tail.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('says how often a text is there', () => {
    expect(() => replaceText(Buffer.from('aXbXcX'), plainText, { oldText: 'X', newText: 'Y', all: false })).toThrow('3 times');
  });

  it('refuses text the encoding cannot hold', async () => {
    const bytes = Buffer.from('caf\xe9 au lait, tr\xe8s bon, d\xe9j\xe0 vu\n', 'latin1');
    const format = await textFormat(bytes);
    expect(() => replaceText(bytes, format!, { oldText: 'caf', newText: '漢字', all: false })).toThrow('cannot hold');
  });
});

/** The same by regular expressions: a line feed matches either ending, and takes over the one in use. */
function model(text: string, wanted: string, put: string, all: boolean): string | undefined {
  const escaped = wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const pattern = escaped.replaceAll(/(?<!\r)\n/g, String.raw`\r?\n`);
  const spans: [number, number][] = [];
  const search = new RegExp(pattern, 'g');
  for (let found = search.exec(text); found; found = search.exec(text)) {
    spans.push([found.index, found.index + found[0].length]);
    search.lastIndex = found.index + (found[0].startsWith('\r\n') ? 2 : 1);
  }
  if (spans.length === 0 || (!all && spans.length > 1)) return undefined;
  let made = '';
  let at = 0;
  for (const [start, end] of spans) {
    if (start < at) continue;
    made += text.slice(at, start) + (nearestEnding(text, start) === '\r\n' ? put.replaceAll(/(?<!\r)\n/g, '\r\n') : put);
    at = end;
  }
  return made + text.slice(at);
}

function nearestEnding(text: string, start: number): string {
  return /\r?\n/.exec(text.slice(start))?.[0] ?? [...text.matchAll(/\r?\n/g)].at(-1)?.[0] ?? '\n';
}
