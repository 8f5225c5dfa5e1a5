import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeadTail } from './head-tail.js';

function keep(limit: number, chunks: Buffer[]): HeadTail {
  const kept = new HeadTail(limit);
  for (const chunk of chunks) kept.push(chunk);
  return kept;
}

function cut(bytes: Buffer, sizes: number[]): Buffer[] {
  const chunks: Buffer[] = [];
  let at = 0;
  for (let index = 0; at < bytes.length; index += 1) {
    const size = sizes[index % sizes.length]!;
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
}

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test('a text within the limit comes back whole, however it is cut', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), sizes, (text, pieces) => {
      const kept = keep(120, cut(Buffer.from(text), pieces));
      expect(kept.excerpt()).toEqual({ head: Buffer.from(text).toString('utf8'), tail: '', omittedBytes: 0 });
      expect(kept.beginning().equals(Buffer.from(text))).toBe(true);
      expect(kept.beyond).toBe(0);
    }),
  );
});

test('a longer text keeps its first and last characters, never a part of one', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 12, maxLength: 400 }),
      sizes,
      fc.integer({ min: 1, max: 10 }),
      (text, pieces, limit) => {
        const bytes = Buffer.from(text);
        const { head, tail, omittedBytes } = keep(limit, cut(bytes, pieces)).excerpt();
        expect(omittedBytes).toBe(bytes.length - Buffer.byteLength(head) - Buffer.byteLength(tail));
        expect(text.startsWith(head)).toBe(true);
        expect(text.endsWith(tail)).toBe(true);
        expect(head.length + tail.length).toBeLessThanOrEqual(limit);
        expect(head.length + tail.length).toBeGreaterThanOrEqual(limit - 2);
        expect(head + tail).not.toMatch(/\p{Surrogate}/u);
      },
    ),
  );
});

test('bytes that are no text do no harm', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), sizes, fc.integer({ min: 0, max: 50 }), (bytes, pieces, limit) => {
      const kept = keep(limit, cut(Buffer.from(bytes), pieces));
      const { head, tail } = kept.excerpt();
      expect(kept.total).toBe(bytes.length);
      expect(head.length + tail.length).toBeLessThanOrEqual(limit);
      expect(head + tail).not.toMatch(/\p{Surrogate}/u);
    }),
  );
});
