import { inlineMarkdown } from './inline-markdown.js';
import type { Style } from '../row/style.js';
import { styledWidth, wrap } from '../row/wrap.js';

/** True for a line that can be a row of a table. */
export function isTableRow(line: string): boolean {
  return /^\s*\|.*\|\s*$/.test(line);
}

/** Rows of a table with their columns aligned; a table that is too wide for that is shown as it was written. */
export function tableRows(lines: readonly string[], width: number, style: Style): string[] {
  const ruled = lines.length > 1 && /^[\s|:-]+$/.test(lines[1]!);
  const table = lines.filter((_, index) => !(ruled && index === 1)).map((line) => cellsOf(line, style));
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => styledWidth(row[column] ?? ''))));
  const total = widths.reduce((sum, each) => sum + each + 3, -3);
  if (!ruled || total > width) return lines.flatMap((line) => wrap(inlineMarkdown(line.trim(), style), width, '  '));
  const rowOf = (cells: readonly string[]) =>
    widths
      .map((room, column) => pad(cells[column] ?? '', room))
      .join(style.dim(' │ '))
      .trimEnd();
  const rule = style.dim(widths.map((room) => '─'.repeat(room)).join('─┼─'));
  const [head = [], ...body] = table;
  return [rowOf(head.map(style.bold)), rule, ...body.map(rowOf)];
}

function cellsOf(line: string, style: Style): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => inlineMarkdown(cell.trim().replaceAll('\\|', '|'), style));
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - styledWidth(text)));
}
