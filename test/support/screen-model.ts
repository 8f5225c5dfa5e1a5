import { graphemes, graphemeWidth } from '../../packages/cli/src/row/text-width.js';

const blank = ' ';

/** What a terminal shows of the bytes it is sent: enough of one to look at a chat, and no more. */
export class ScreenModel {
  columns: number;
  rows: number;
  /** Lines that have left the screen at its top. */
  readonly scrollback: string[] = [];
  #lines: string[][] = [[]];
  #row = 0;
  #column = 0;
  #rest = '';

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
  }

  get cursor(): { row: number; column: number } {
    return { row: this.#row, column: this.#column };
  }

  /** The lines on the screen, without blanks at their ends. */
  lines(): string[] {
    return Array.from({ length: this.rows }, (_, index) => (this.#lines[index] ?? []).join('').trimEnd());
  }

  /** Everything there was, from the first line on. */
  all(): string[] {
    return [...this.scrollback, ...this.lines()];
  }

  write(text: string): void {
    let rest = this.#rest + text;
    while (rest !== '') {
      const sequence = /^\u001b(?:\[[0-9;?]*[@-~]|[^[])/.exec(rest)?.[0];
      if (sequence === undefined && rest.startsWith('\u001b')) break;
      const piece = sequence ?? /^[^\u0000-\u001f]+|^[\s\S]/.exec(rest)![0];
      rest = rest.slice(piece.length);
      if (sequence === undefined) this.#put(piece);
      else this.#obey(sequence);
    }
    this.#rest = rest;
  }

  #put(text: string): void {
    if (text === '\r') this.#column = 0;
    else if (text === '\n') this.#feed();
    else if (text >= ' ') for (const grapheme of graphemes(text)) this.#putGrapheme(grapheme);
  }

  #putGrapheme(grapheme: string): void {
    const width = graphemeWidth(grapheme);
    if (this.#column + width > this.columns) {
      this.#column = 0;
      this.#feed();
    }
    const line = (this.#lines[this.#row] ??= []);
    while (line.length < this.#column) line.push(blank);
    line[this.#column] = grapheme;
    if (width === 2) line[this.#column + 1] = '';
    this.#column += width;
  }

  #feed(): void {
    if (this.#row < this.rows - 1) this.#row += 1;
    else {
      this.scrollback.push((this.#lines.shift() ?? []).join('').trimEnd());
      this.#lines[this.#row] = [];
    }
    this.#lines[this.#row] ??= [];
  }

  #obey(sequence: string): void {
    const count = Number(/\d+/.exec(sequence)?.[0] ?? 1);
    const line = this.#lines[this.#row] ?? [];
    switch (sequence.at(-1)) {
      case 'A':
        this.#row = Math.max(0, this.#row - count);
        return;
      case 'B':
        this.#row = Math.min(this.rows - 1, this.#row + count);
        return;
      case 'C':
        this.#column = Math.min(this.columns - 1, this.#column + count);
        return;
      case 'K':
        line.splice(this.#column);
        return;
      case 'J':
        line.splice(this.#column);
        this.#lines.splice(this.#row + 1);
        return;
    }
  }
}
