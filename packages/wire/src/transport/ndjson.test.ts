import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgentError } from '../errors.js';
import { encodeLine, LineDecoder, maxLineBytes, type Decoded } from './ndjson.js';
import type { WireMessage } from './transport.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag has just put there

const bytes = (text: string) => new TextEncoder().encode(text);

function decode(chunks: Uint8Array[], options?: { maxLineBytes: number }): Decoded[] {
  const decoder = new LineDecoder(options);
  return [...chunks.flatMap((chunk) => decoder.push(chunk)), ...decoder.end()];
}

const messagesIn = (decoded: Decoded[]) => decoded.flatMap((item) => ('message' in item ? [item.message] : []));
const problemsIn = (decoded: Decoded[]) => decoded.flatMap((item) => ('problem' in item ? [item.problem] : []));

function cut(whole: Uint8Array, places: number[]): Uint8Array[] {
  const marks = [0, ...places.map((place) => place % (whole.length + 1)).toSorted((one, two) => one - two), whole.length];
  return marks.slice(1).map((end, index) => whole.slice(marks[index], end));
}

const anyMessage: fc.Arbitrary<WireMessage> = fc
  .record({ type: fc.string(), text: fc.string({ unit: 'binary' }), more: fc.jsonValue() })
  .map((message) => JSON.parse(JSON.stringify(message)) as WireMessage); // as JSON can hold it

describe('LineDecoder', () => {
  it('reads the same messages however the bytes are cut', () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\n\n', '\n \r\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(anyMessage, lineEnd)), fc.array(fc.nat()), (lines, places) => {
        const whole = bytes(lines.map(([message, end]) => encodeLine(message).slice(0, -1) + end).join(''));
        expect(decode(cut(whole, places))).toEqual(lines.map(([message]) => ({ message })));
      }),
    );
  });

  it('reads a message cut at every single byte, inside characters too', () => {
    const message = { type: 'x', text: 'ü€😀\u2028\u2029\0"\\' };
    const whole = bytes(encodeLine(message));
    for (let place = 0; place <= whole.length; place += 1)
      expect(decode([whole.slice(0, place), whole.slice(place)])).toEqual([{ message }]);
    expect(decode([...whole].map((byte) => Uint8Array.of(byte)))).toEqual([{ message }]);
  });

  it('takes a last line without a newline', () => {
    expect(decode([bytes('{"type":"a"}\n{"type":"b"}')])).toEqual([{ message: { type: 'a' } }, { message: { type: 'b' } }]);
  });

  it('takes line separators inside texts for what they are', () => {
    expect(messagesIn(decode([bytes('{"type":"a","text":"one\u2028two\u2029three"}\n')]))).toEqual([
      { type: 'a', text: 'one\u2028two\u2029three' },
    ]);
  });

  it('skips a byte order mark', () => {
    expect(decode([bytes('\uFEFF{"type":"a"}\n')])).toEqual([{ message: { type: 'a' } }]);
  });

  it.each([
    ['npm warn something', 'invalid_json', /not JSON; it was skipped: npm warn something/],
    ['{"type":"a"', 'invalid_json', /not JSON/],
    ['[1]', 'invalid_message', /no message \(an object with a "type"\): \[1\]/],
    ['null', 'invalid_message', /no message/],
    ['{"type":7}', 'invalid_message', /no message/],
    ['"text"', 'invalid_message', /no message/],
  ])('reports %s and goes on', (line, code, text) => {
    const decoded = decode([bytes(`${line}\n{"type":"next"}\n`)]);
    expect(problemsIn(decoded)).toMatchObject([{ code, message: expect.stringMatching(text) as string }]);
    expect(messagesIn(decoded)).toEqual([{ type: 'next' }]);
  });

  it('shows only the beginning of a long line that is not JSON', () => {
    const [problem] = problemsIn(decode([bytes(`${'x'.repeat(10_000)}\n`)]));
    expect(problem?.message).toMatch(/x{200}… \(10000 characters\)$/);
  });

  it('reports invalid UTF-8 and goes on', () => {
    const decoded = decode([Uint8Array.of(0x22, 0xc3, 0x28, 0x22, 10), bytes('{"type":"next"}\n')]);
    expect(problemsIn(decoded)).toMatchObject([
      { code: 'invalid_json', message: expect.stringContaining('4 bytes is not valid UTF-8') as string },
    ]);
    expect(messagesIn(decoded)).toEqual([{ type: 'next' }]);
  });

  it('never throws and never loses the line after garbage', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.array(fc.nat()), (garbage, places) => {
        const line = bytes('\n{"type":"after"}\n');
        const whole = new Uint8Array([...garbage, ...line]);
        expect(messagesIn(decode(cut(whole, places))).at(-1)).toEqual({ type: 'after' });
      }),
    );
  });

  it('names the size of a line above the limit, and reads the next one', () => {
    const long = bytes(encodeLine({ type: 'long', text: 'x'.repeat(100) }));
    const decoded = decode([long.slice(0, 50), long.slice(50, 90), long.slice(90), bytes('{"type":"next"}\n')], { maxLineBytes: 64 });
    const size = long.length - 1;
    expect(problemsIn(decoded)).toEqual([
      new AgentError('line_too_long', `A line of ${size} bytes is above the limit of 64; it was skipped.`, {
        data: { size, limit: 64, start: '{"type":"long","text":"xxxxxxxxxxxxxxxxxxxxxxxxxxx' },
      }),
    ]);
    expect(messagesIn(decoded)).toEqual([{ type: 'next' }]);
  });

  it('keeps nothing of a line above the limit', () => {
    const decoder = new LineDecoder({ maxLineBytes: 1024 });
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    for (let megabytes = 0; megabytes < 64; megabytes += 1) decoder.push(new Uint8Array(1024 * 1024).fill(120));
    collectGarbage();
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
    expect(decoder.end()).toMatchObject([{ problem: { code: 'line_too_long', data: { size: 64 * 1024 * 1024 } } }]);
  });

  it('takes a line that is just as long as the limit', () => {
    const line = bytes('{"type":"a"}');
    expect(decode([line], { maxLineBytes: line.length })).toEqual([{ message: { type: 'a' } }]);
    expect(problemsIn(decode([line], { maxLineBytes: line.length - 1 }))).toHaveLength(1);
  });

  it('takes at least 64 MB by default', () => {
    expect(maxLineBytes).toBeGreaterThanOrEqual(64 * 1024 * 1024);
  });
});

describe('encodeLine', () => {
  it('writes one line whatever the message holds', () => {
    fc.assert(
      fc.property(anyMessage, (message) => {
        const line = encodeLine(message);
        expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/);
        expect(line.at(-1)).toBe('\n');
        expect(JSON.parse(line)).toEqual(message);
      }),
    );
  });

  it('says that a message cannot be written', () => {
    const circle: Record<string, unknown> = { type: 'x' };
    circle.self = circle;
    expect(() => encodeLine(circle)).toThrow(
      expect.objectContaining({
        code: 'invalid_message',
        message: expect.stringContaining('cannot be written as JSON') as string,
      }) as Error,
    );
    expect(() => encodeLine({ type: 'x', n: 1n })).toThrow(/cannot be written as JSON/);
  });
});
