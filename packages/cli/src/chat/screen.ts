import { clip, styledWidth } from '../row/wrap.js';

/** What stands at the bottom and changes: rows that fit the width, and where the cursor blinks. */
export interface Live {
  rows: string[];
  /** Nowhere while nothing can be typed. */
  cursor?: { row: number; column: number };
}

export interface Size {
  columns: number;
  rows: number;
}

const begin = '\u001b[?2026h\u001b[?25l';
const end = '\u001b[?2026l';
const clearBelow = '\u001b[J';

/**
 * A terminal in two parts. What is printed goes into the scrollback, once; below it stand the live rows,
 * of which only those that changed are written again. Rows must not be wider than the terminal.
 */
export class Screen {
  readonly #write: (text: string) => void;
  readonly #size: () => Size;
  #shown: string[] = [];
  /** Where the terminal's cursor is, counted in live rows. */
  #at = { row: 0, column: 0 };

  constructor(write: (text: string) => void, size: () => Size) {
    this.#write = write;
    this.#size = size;
  }

  /** Prints finished rows, and shows the live ones below. */
  update(printed: readonly string[], live: Live): void {
    const rows = this.#fit(live.rows);
    const cursor = live.cursor && { ...live.cursor, row: live.cursor.row - (live.rows.length - rows.length) };
    const text = printed.length > 0 ? this.#redraw(printed, rows) : this.#change(rows);
    this.#shown = rows;
    this.#write(`${begin}${text}${this.#place(cursor, rows)}${end}`);
  }

  /** The window has another size now: what the terminal made of the live rows is cleared. */
  resize(): void {
    const { columns } = this.#size();
    const heights = this.#shown.slice(0, this.#at.row).map((row) => Math.max(1, Math.ceil(styledWidth(row) / columns)));
    const above = heights.reduce((sum, height) => sum + height, 0) + Math.floor(this.#at.column / columns);
    this.#write(`\r${up(above)}${clearBelow}`);
    this.#shown = [];
    this.#at = { row: 0, column: 0 };
  }

  /** Only the last rows when there is no room for all. */
  #fit(rows: readonly string[]): string[] {
    const { columns, rows: height } = this.#size();
    return rows.slice(-Math.max(1, height - 1)).map((row) => clip(row, columns));
  }

  #redraw(printed: readonly string[], rows: readonly string[]): string {
    const top = `\r${up(this.#at.row)}${clearBelow}`;
    this.#at = { row: Math.max(0, rows.length - 1), column: 0 };
    return top + [...printed, ...rows].map((row) => clip(row, this.#size().columns)).join('\r\n') + (rows.length === 0 ? '\r\n' : '');
  }

  #change(rows: readonly string[]): string {
    const pieces: string[] = [];
    for (const [index, row] of rows.entries()) {
      if (index < this.#shown.length && row === this.#shown[index]) continue;
      pieces.push(this.#goTo(index), `\r${row}\u001b[K`);
    }
    if (rows.length < this.#shown.length) pieces.push(this.#goTo(rows.length), `\r${clearBelow}`);
    return pieces.join('');
  }

  /** Moves to a live row; one that is not there yet is made by a line feed. */
  #goTo(row: number): string {
    const by = row - this.#at.row;
    const known = Math.max(0, this.#shown.length - 1);
    const last = Math.max(known, this.#at.row);
    this.#at = { row, column: 0 };
    if (row > last) return `${down(last - (row - by))}${'\r\n'.repeat(row - last)}`;
    return by < 0 ? up(-by) : down(by);
  }

  #place(cursor: Live['cursor'], rows: readonly string[]): string {
    if (!cursor || cursor.row < 0) {
      const move = this.#goTo(Math.max(0, rows.length - 1));
      return `${move}\r`;
    }
    const move = this.#goTo(Math.min(cursor.row, Math.max(0, rows.length - 1)));
    const column = Math.min(cursor.column, this.#size().columns - 1);
    this.#at.column = column;
    return `${move}\r${column > 0 ? `\u001b[${column}C` : ''}\u001b[?25h`;
  }
}

function up(rows: number): string {
  return rows > 0 ? `\u001b[${rows}A` : '';
}

function down(rows: number): string {
  return rows > 0 ? `\u001b[${rows}B` : '';
}
