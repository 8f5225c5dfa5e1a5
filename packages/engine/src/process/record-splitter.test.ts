import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RecordSplitter } from './record-splitter.js';

it('gives the same records however the bytes are cut', () => {
  const piece = fc.oneof(
    fc.constantFrom('a', 'é', '漢', '😀', '\n', '\n').map((text) => Buffer.from(text)),
    fc.constantFrom(0xff, 0x80, 0xe9).map((byte) => Buffer.from([byte])),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.array(fc.nat({ max: 5 })), (pieces, cuts) => {
      const whole = Buffer.concat(pieces);
      expect(split(whole, cuts)).toEqual(split(whole, []));
      const expected = whole.toString('latin1').replace(/\n$/, '').split('\n');
      expect(split(whole, []).map((record) => record.raw)).toEqual(whole.length === 0 ? [] : expected);
    }),
  );
});

it('writes bytes that are no text as \\xNN', () => {
  expect(split(Buffer.concat([Buffer.from('é'), Buffer.from([0xff, 0xc3]), Buffer.from('a')]), [])[0]!.text).toBe(String.raw`é\xff\xc3a`);
});

function split(bytes: Buffer, cuts: number[]): { text: string; raw: string }[] {
  const records: { text: string; raw: string }[] = [];
  const splitter = new RecordSplitter('\n', (text, raw) => records.push({ text, raw: (raw ?? Buffer.from(text)).toString('latin1') }));
  let at = 0;
  for (const cut of cuts) {
    splitter.take(bytes.subarray(at, at + cut));
    at += cut;
  }
  splitter.take(bytes.subarray(at));
  splitter.end();
  return records;
}
