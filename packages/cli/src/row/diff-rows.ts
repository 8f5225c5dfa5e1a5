import type { ChangePreview } from '@inboard/engine';
import { visible } from '../visible.js';
import type { Style } from './style.js';
import { wrap } from './wrap.js';

/** A change as a unified diff with line numbers, in colours. */
export function diffRows({ hunks }: Pick<ChangePreview, 'hunks'>, width: number, style: Style): string[] {
  const digits = String(
    Math.max(0, ...hunks.map(({ newStart, newLines, oldStart, oldLines }) => Math.max(newStart + newLines, oldStart + oldLines))),
  ).length;
  return hunks.flatMap(({ oldStart, newStart, lines }, index) => {
    let oldLine = oldStart;
    let newLine = newStart;
    const rows = lines.flatMap((line) => {
      const sign = line[0] ?? ' ';
      const number = sign === '-' ? oldLine : newLine;
      if (sign !== '+') oldLine += 1;
      if (sign !== '-') newLine += 1;
      return lineRows({ sign, number: sign === '\\' ? '' : String(number), text: line.slice(1) }, { digits, width, style });
    });
    return index === 0 ? rows : [style.dim('⋯'), ...rows];
  });
}

function lineRows(line: { sign: string; number: string; text: string }, look: { digits: number; width: number; style: Style }): string[] {
  const { style, digits, width } = look;
  const colour = line.sign === '+' ? style.green : line.sign === '-' ? style.red : (text: string) => text;
  const text = visible(line.text.replace(/\r$/, '')).replaceAll('\t', '    ');
  const lead = `${style.dim(line.number.padStart(digits))} ${colour(line.sign)} `;
  const rows = wrap(text, width - digits - 3);
  return rows.map((row, index) => (index === 0 ? lead : ' '.repeat(digits + 3)) + colour(row));
}
