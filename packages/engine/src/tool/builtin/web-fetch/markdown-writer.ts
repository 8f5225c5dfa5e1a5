/** Deeper quotes look like this many. */
const maxQuotes = 3;

/** Writes Markdown piece by piece: blank space and markers appear only where text follows. */
export class MarkdownWriter {
  #text = '';
  #newlines = 0;
  #space = false;
  #opens: string[] = [];
  /** Kept apart: looking at the end of a text that grows would copy it each time. */
  #endsInSpace = true;
  /** How many block quotes the text stands in. */
  quotes = 0;
  /** Inside a table cell everything stays on one line. */
  oneLine = false;

  get length(): number {
    return this.#text.length;
  }

  /** Running text: white space counts as one blank. */
  write(text: string): void {
    const words = text.replace(/\s+/g, ' ');
    if (words.startsWith(' ')) this.#space = true;
    const inner = words.trim();
    if (inner === '') return;
    this.verbatim(inner);
    this.#space = words.endsWith(' ');
  }

  /** Text to keep as it is. */
  verbatim(text: string): void {
    this.#flush();
    this.#append(text);
  }

  /** Asks for at least this many line breaks before the next text. */
  breakLine(count: number): void {
    if (this.oneLine) this.#space = true;
    else if (this.#text !== '') this.#newlines = Math.max(this.#newlines, count);
  }

  /** Puts a marker before the next text. */
  open(marker: string): void {
    this.#opens.push(marker);
  }

  /** Ends what `open` began; nothing is written when no text came between. */
  close(opened: string, marker: string): void {
    if (this.#opens.at(-1) === opened) this.#opens.pop();
    else this.#append(marker);
  }

  toString(): string {
    return this.#text;
  }

  #flush(): void {
    if (this.#newlines > 0) this.#append(`\n${'> '.repeat(Math.min(this.quotes, maxQuotes))}`.repeat(this.#newlines));
    else if (this.#space && !this.#endsInSpace) this.#append(' ');
    this.#newlines = 0;
    this.#space = false;
    this.#append(this.#opens.join(''));
    this.#opens = [];
  }

  #append(text: string): void {
    if (text === '') return;
    this.#text += text;
    this.#endsInSpace = text.endsWith(' ');
  }
}
