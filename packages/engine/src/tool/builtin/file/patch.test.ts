import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { structuredPatch } from './patch.js';

const text = fc.array(fc.constantFrom('a', 'b', 'c', '\n', '\n', 'x\n', '\r\n'), { maxLength: 60 }).map((parts) => parts.join(''));

it('makes patches that turn one text into the other', async () => {
  await fc.assert(
    fc.asyncProperty(text, text, text, text, async (head, before, after, tail) => {
      const [from, to] = [head + before + tail, head + after + tail];
      const hunks = await structuredPatch(from, to);
      expect(
        applyPatch(
          from,
          { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks, index: undefined },
          { autoConvertLineEndings: false },
        ),
      ).toBe(to);
    }),
    { numRuns: 1000 },
  );
});

it('shows three lines around a change in the middle', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `${index + 1}`);
  const changed = lines.with(49, 'fifty');
  expect(await structuredPatch(lines.join('\n'), changed.join('\n'))).toEqual([
    { oldStart: 47, oldLines: 7, newStart: 47, newLines: 7, lines: [' 47', ' 48', ' 49', '-50', '+fifty', ' 51', ' 52', ' 53'] },
  ]);
});
