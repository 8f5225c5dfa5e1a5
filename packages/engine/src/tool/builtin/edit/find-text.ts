/** A stretch of a text, by its first and the one after its last character. */
export interface Span {
  start: number;
  end: number;
}

/** Every place where `wanted` stands in `text`, overlapping ones too. A line feed in `wanted` also stands for a carriage return and line feed. */
export function findText(text: string, wanted: string): Span[] {
  const pieces = text.includes('\r\n') ? wanted.split(/(?<!\r)\n/) : [wanted];
  const spans: Span[] = [];
  for (let at = nextCandidate(text, pieces, 0); at !== -1; at = nextCandidate(text, pieces, at + 1)) {
    const end = matchEnd(text, pieces, at);
    if (end === undefined) continue;
    spans.push({ start: at, end });
    if (text.startsWith('\r\n', at)) at += 1; // the line feed of this very ending is no other place
  }
  return spans;
}

function nextCandidate(text: string, pieces: readonly string[], from: number): number {
  if (pieces[0] !== '') return text.indexOf(pieces[0]!, from);
  const newline = text.indexOf('\n', from);
  return newline > from && text[newline - 1] === '\r' ? newline - 1 : newline;
}

function matchEnd(text: string, pieces: readonly string[], start: number): number | undefined {
  let at = start;
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) {
      const ending = text.startsWith('\r\n', at) ? 2 : Number(text[at] === '\n');
      if (ending === 0) return undefined;
      at += ending;
    }
    if (!text.startsWith(piece, at)) return undefined;
    at += piece.length;
  }
  return at;
}

/** Those spans of a sorted list that do not overlap an earlier one that is kept. */
export function withoutOverlaps(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans) if (span.start >= (kept.at(-1)?.end ?? 0)) kept.push(span);
  return kept;
}

/** The line ending in use at a span: of its first line, else of the line it stands in, else of the line before. */
export function endingAt(text: string, { start, end }: Span): '\n' | '\r\n' {
  const inside = text.indexOf('\n', start);
  const newline = inside !== -1 ? inside : text.lastIndexOf('\n', end);
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** A text with its bare line feeds in the given form. */
export function withEndings(text: string, ending: '\n' | '\r\n'): string {
  return ending === '\n' ? text : text.replaceAll(/(?<!\r)\n/g, '\r\n');
}
