/** A stretch of a text, by its first and the one after its last character. */
export interface Span {
  start: number;
  end: number;
}

export interface FindOptions {
  /** Places that overlap an earlier one are left out. */
  apart: boolean;
  /** No more places than this are looked for. */
  most: number;
  /** How long to look, in milliseconds; then it throws. */
  timeoutMs: number;
}

/** The places where `wanted` stands in `text`. A line feed in `wanted` also stands for a carriage return and line feed. */
export function findText(text: string, wanted: string, options: FindOptions): Span[] {
  const pieces = text.includes('\r\n') ? wanted.split(/(?<!\r)\n/) : [wanted];
  const spans: Span[] = [];
  const started = performance.now();
  let looked = 0;
  for (let at = nextCandidate(text, pieces, 0); at !== -1 && spans.length < options.most; at = nextCandidate(text, pieces, at + 1)) {
    looked += 1;
    if (looked % 256 === 0 && performance.now() - started > options.timeoutMs) throw new SearchTimeout('it takes too long to find');
    const end = matchEnd(text, pieces, at);
    if (end === undefined) continue;
    spans.push({ start: at, end });
    if (options.apart) at = pieces[0] === '' && text.startsWith('\r\n', end - 1) ? end : end - 1; // half of an ending is none
    else if (text.startsWith('\r\n', at)) at += 1; // the line feed of this very ending is no other place
  }
  return spans;
}

/** A text repeats itself so often that looking for a part of it does not end. */
export class SearchTimeout extends Error {
  override readonly name = 'SearchTimeout';
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

/** Tells the line ending in use at spans that come in order: of a span's first line, else of the line it stands in, else of the line before. */
export function endingsOf(text: string): (span: Span) => '\n' | '\r\n' {
  let next = text.indexOf('\n');
  const last = text.lastIndexOf('\n');
  return ({ start }) => {
    if (next < start) next = start > last ? last : text.indexOf('\n', start);
    return next > 0 && text[next - 1] === '\r' ? '\r\n' : '\n';
  };
}

/** A text with its bare line feeds in the given form. */
export function withEndings(text: string, ending: '\n' | '\r\n'): string {
  return ending === '\n' ? text : text.replaceAll(/(?<!\r)\n/g, '\r\n');
}
