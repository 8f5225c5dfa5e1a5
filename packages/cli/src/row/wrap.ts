import { graphemes, graphemeWidth, widthOf } from './text-width.js';

const sequence = /\u001b\[[0-9;]*m/g;

/** A text without its styles. */
export function unstyled(text: string): string {
  return text.replaceAll(sequence, '');
}

/** How many columns a styled text takes. */
export function styledWidth(text: string): number {
  return widthOf(unstyled(text));
}

/** One character, or a change of style. */
interface Piece {
  text: string;
  width: number;
}

/** Cuts a styled line into rows, between words where it can; rows after the first begin with the indent. Styles end with each row and go on in the next. */
export function wrap(line: string, width: number, indent = ''): string[] {
  if (styledWidth(line) <= width) return [line];
  const pieces = piecesOf(line);
  const inner = Math.max(2, width - styledWidth(indent));
  const rows: string[] = [];
  for (let start = 0; start < pieces.length;) {
    const end = breakAt(pieces, start, rows.length === 0 ? Math.max(2, width) : inner);
    const next = skipBlanks(pieces, end);
    rows.push(textOf(pieces.slice(start, end)) + stylesIn(pieces.slice(end, next)));
    start = next;
  }
  return carryStyles(rows).map((row, index) => (index === 0 ? row : indent + row));
}

/** The beginning of a styled line, as much as fits. */
export function clip(line: string, width: number): string {
  if (styledWidth(line) <= width) return line;
  const pieces = piecesOf(line);
  let used = 0;
  const kept = pieces.filter((piece) => (used += piece.width) <= width - 1 || piece.width === 0);
  const styles = pieces.filter((piece) => piece.text.startsWith('\u001b'));
  return `${textOf(kept)}${styles.length > 0 ? '\u001b[0m' : ''}…`;
}

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const match of line.matchAll(sequence)) {
    pieces.push(...charactersOf(line.slice(at, match.index)), { text: match[0], width: 0 });
    at = match.index + match[0].length;
  }
  return [...pieces, ...charactersOf(line.slice(at))];
}

function charactersOf(text: string): Piece[] {
  return graphemes(text).map((grapheme) => ({ text: grapheme, width: graphemeWidth(grapheme) }));
}

/** Where a row ends: after the last word that fits, else where the room ends. At least one character is taken. */
function breakAt(pieces: readonly Piece[], start: number, width: number): number {
  let used = 0;
  let blank = 0;
  let hasInk = false;
  for (let index = start; index < pieces.length; index += 1) {
    const piece = pieces[index]!;
    if (piece.text === ' ' && hasInk) blank = index;
    hasInk ||= isInk(piece);
    used += piece.width;
    if (used > width) return blank > 0 ? blank : Math.max(start + 1, index);
  }
  return pieces.length;
}

function isInk(piece: Piece): boolean {
  return piece.width > 0 && piece.text !== ' ';
}

/** Blanks at a break are left out. */
function skipBlanks(pieces: readonly Piece[], from: number): number {
  let at = from;
  while (at < pieces.length && !isInk(pieces[at]!)) at += 1;
  return at;
}

function stylesIn(pieces: readonly Piece[]): string {
  return textOf(pieces.filter(({ width }) => width === 0));
}

function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

function carryStyles(rows: readonly string[]): string[] {
  let open: string[] = [];
  return rows.map((row) => {
    const begin = open.join('');
    open = stylesAfter(open, row);
    return `${begin}${row}${open.length > 0 ? '\u001b[0m' : ''}`;
  });
}

const closes: Record<string, RegExp> = {
  '22': /\[[12]m/,
  '23': /\[3m/,
  '24': /\[4m/,
  '27': /\[7m/,
  '39': /\[3\dm/,
  '0': /m/,
};

function stylesAfter(open: readonly string[], row: string): string[] {
  let styles = [...open];
  for (const [style] of row.matchAll(sequence)) {
    const closed = closes[style.slice(2, -1)];
    styles = closed ? styles.filter((each) => !closed.test(each)) : [...styles, style];
  }
  return styles;
}
