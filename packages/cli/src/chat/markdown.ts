import { visible } from '../visible.js';
import { inlineMarkdown } from './inline-markdown.js';
import { isTableRow, tableRows } from './markdown-table.js';
import type { Style } from '../row/style.js';
import { clip, wrap } from '../row/wrap.js';

/** Characters of an unfinished line that are shown. */
const longestPartial = 8000;

/** Turns Markdown that arrives in pieces into rows for a terminal. A row that was given out never changes. */
export class MarkdownStream {
  readonly #style: Style;
  #rest = '';
  #table: string[] = [];
  /** What closes the block of code that is open. */
  #fence: string | undefined;

  constructor(style: Style) {
    this.#style = style;
  }

  /** The rows that are finished with this piece. */
  push(text: string, width: number): string[] {
    if (!text.includes('\n')) {
      this.#rest += text;
      return [];
    }
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop()!; // splitting gives at least one
    return lines.flatMap((line) => this.#finish(clean(line), width));
  }

  /** What is there of the line that is being written, and of a table that may go on. */
  partial(width: number): string[] {
    const rest = clean(this.#rest.slice(-longestPartial)); // more than that is on no screen
    const begun = this.#table.flatMap((line) => wrap(line, width));
    return rest === '' ? begun : [...begun, ...this.#render(rest, width)];
  }

  /** The last rows; what follows is another text. */
  end(width: number): string[] {
    const rows = [...(this.#rest === '' ? [] : this.#finish(clean(this.#rest), width)), ...this.#endTable(width)];
    if (this.#fence !== undefined) rows.push(this.#rule('', width));
    this.#rest = '';
    this.#fence = undefined;
    return rows;
  }

  #finish(line: string, width: number): string[] {
    if (this.#fence !== undefined) return this.#code(line, width);
    if (isTableRow(line)) {
      this.#table.push(line);
      return [];
    }
    const table = this.#endTable(width);
    const opening = /^\s*(```+|~~~+)\s*([^\s`]*)[^`]*$/.exec(line);
    if (!opening) return [...table, ...this.#render(line, width)];
    this.#fence = opening[1]!;
    return [...table, this.#rule(opening[2]!, width)];
  }

  #code(line: string, width: number): string[] {
    const closing = /^\s*(```+|~~~+)\s*$/.exec(line)?.[1];
    if (closing === undefined || !closing.startsWith(this.#fence!)) return wrap(this.#style.cyan(line), width);
    this.#fence = undefined;
    return [this.#rule('', width)];
  }

  #endTable(width: number): string[] {
    const lines = this.#table.splice(0);
    return lines.length === 0 ? [] : tableRows(lines, width, this.#style);
  }

  /** One line outside of code and tables, or what is there of any line. */
  #render(line: string, width: number): string[] {
    const style = this.#style;
    if (this.#fence !== undefined) return wrap(style.cyan(line), width);
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) return wrap(this.#heading(heading[1]!, heading[2]!), width);
    if (/^\s*([-*_])(?:\s*\1){2,}\s*$/.test(line)) return [this.#rule('', width)];
    const item = /^(\s*)([-*+]|\d{1,9}[.)])\s+(?:\[([ xX])\]\s)?(.*)$/.exec(line);
    if (item) return listItem({ depth: item[1]!, mark: item[2]!, box: item[3], text: item[4]! }, width, style);
    const quote = /^\s*>\s?(.*)$/.exec(line);
    if (quote) return wrap(inlineMarkdown(quote[1]!, style), width - 2).map((row) => style.dim('│ ') + style.italic(row));
    return wrap(inlineMarkdown(line, style), width);
  }

  #heading(marks: string, text: string): string {
    const style = this.#style;
    if (!style.hasColour) return `${marks} ${text}`;
    const words = inlineMarkdown(text, style);
    return marks === '#' ? style.bold(style.underline(words)) : style.bold(words);
  }

  #rule(name: string, width: number): string {
    const room = Math.min(width, 60);
    const line = name === '' ? '─'.repeat(room) : `── ${name} ${'─'.repeat(Math.max(2, room - name.length - 4))}`;
    return this.#style.dim(clip(line, width));
  }
}

interface Item {
  depth: string;
  mark: string;
  box: string | undefined;
  text: string;
}

function listItem({ depth, mark, box, text }: Item, width: number, style: Style): string[] {
  const sign = /\d/.test(mark) ? mark : box === undefined ? '•' : box === ' ' ? '☐' : '☑';
  const lead = `${depth.slice(0, 12)}${sign} `;
  return wrap(lead + inlineMarkdown(text, style), width, ' '.repeat(lead.length));
}

/** A line without its carriage return, with tabs as blanks and controls made visible. */
function clean(line: string): string {
  return visible(line.replace(/\r$/, '')).replaceAll('\t', '    ');
}
