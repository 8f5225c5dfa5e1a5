import { showName } from '../show-name.js';

/** What is said of a file that turns out to be binary; it has no NUL after the name. */
const binaryNotice = /^(.*): ((?:binary file matches|WARNING: stopped searching binary file).*\(found "\\0".*)$/;

/** Output of a search gathered by file, in the order of the names whatever the order it came in. */
export class MatchedLines {
  /** Characters held so far. */
  size = 0;
  readonly #files = new Map<string, string[]>();
  readonly #wholeName: (name: string) => string;
  readonly #isShown: (path: string) => boolean;
  /** The beginning of a name that holds a line feed. */
  #name = '';
  #gap = false;
  #last: string | undefined;

  /** `wholeName` makes the names of the output those that are shown; files for which `isShown` is false are left out. */
  constructor(wholeName: (name: string) => string, isShown: (path: string) => boolean) {
    this.#wholeName = wholeName;
    this.#isShown = isShown;
  }

  /** Takes one line of output: a name, a NUL, and what was found there. */
  take(record: string): void {
    const nul = record.indexOf('\0');
    if (nul === -1) return this.#takeOther(record);
    this.#add(this.#name + record.slice(0, nul), record.slice(nul + 1));
    this.#name = '';
  }

  /** What is found by file. */
  files(): { path: string; lines: string[] }[] {
    return [...this.#files]
      .map(([name, lines]) => ({ path: this.#wholeName(name), lines }))
      .filter(({ path }) => this.#isShown(path))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** Every line with the name of its file before it. */
  lines(options: { separated: boolean }): string[] {
    const files = this.files().map(({ path, lines }) => lines.map((line) => (line === '--' ? line : join(showName(path), line))));
    return options.separated ? files.flatMap((lines, index) => (index === 0 ? lines : ['--', ...lines])) : files.flat();
  }

  #takeOther(record: string): void {
    const binary = binaryNotice.exec(record);
    if (record === '--') this.#gap = true;
    else if (binary) this.#add(binary[1]!, binary[2]!);
    else this.#name += `${record}\n`;
  }

  #add(path: string, line: string): void {
    const lines = this.#files.get(path) ?? [];
    if (lines.length === 0) this.#files.set(path, lines);
    else if (this.#gap && this.#last === path) lines.push('--');
    this.#gap = false;
    this.#last = path;
    lines.push(line);
    this.size += path.length + line.length;
  }
}

/** After a context line the number is followed by a dash, and so is the name then. */
function join(name: string, line: string): string {
  const isContext = /^\d+-/.test(line);
  return `${name}${isContext ? '-' : ':'}${line}`;
}
