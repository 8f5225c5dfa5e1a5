import type { SlashCommand } from '@inboard/wire';
import { visible } from '../visible.js';
import { suggestCommands, suggestFiles, wordAt, type Suggestion, type Word } from './completion.js';
import { draftOf, edit, emptyDraft, insert, type Draft } from './editor.js';
import type { FileSource } from './file-source.js';
import type { History } from './history.js';
import type { Key } from './key.js';
import type { Live } from './screen.js';
import type { Style } from '../row/style.js';
import { widthOf } from '../row/text-width.js';
import { oneLine } from '../row/tool-line.js';
import { clip, wrap } from '../row/wrap.js';

export interface ComposerOptions {
  style: Style;
  history: History;
  files: FileSource;
  commands: () => readonly SlashCommand[];
  /** Called when suggestions have come in. */
  onChange: () => void;
  onSubmit: (text: string) => void;
}

const shownSuggestions = 6;

/** The input: what is being written, what it can become, and what was written before. */
export class Composer {
  readonly #options: ComposerOptions;
  #draft: Draft = emptyDraft;
  #suggestions: readonly Suggestion[] = [];
  #chosen = 0;
  /** The word whose suggestions the person has closed. */
  #closed: number | undefined;

  constructor(options: ComposerOptions) {
    this.#options = options;
  }

  get text(): string {
    return this.#draft.text;
  }

  clear(): void {
    this.#set({ ...emptyDraft, killed: this.#draft.killed });
  }

  /** There are other commands or files to suggest now. */
  refresh(): void {
    const moved = this.#chosen > 0 ? this.#suggestions[this.#chosen]?.insert : undefined;
    this.#suggest(wordAt(this.#draft));
    this.#chosen = Math.max(
      0,
      this.#suggestions.findIndex(({ insert }) => insert === moved),
    );
    this.#options.onChange();
  }

  /** True when the key meant something here. */
  press(key: Key): boolean {
    if (this.#suggestions.length > 0 && this.#pressInList(key)) return true;
    if (key.name === 'enter') return this.#enter();
    const edited = edit(this.#draft, key) ?? this.#recall(key.name);
    if (!edited) return false;
    this.#set(edited);
    return true;
  }

  live(width: number): Live {
    const { style } = this.#options;
    const { rows, cursor } = this.#inputRows(width);
    const rule = style.dim('─'.repeat(width));
    return { rows: [rule, ...rows, rule, ...this.#listRows(width)], cursor: { row: cursor.row + 1, column: cursor.column } };
  }

  get hasList(): boolean {
    return this.#suggestions.length > 0;
  }

  /** A backslash before the end of the line asks for another line. */
  #enter(): boolean {
    const { text, cursor } = this.#draft;
    if (text[cursor - 1] === '\\') {
      this.#set(insert({ ...this.#draft, text: text.slice(0, cursor - 1) + text.slice(cursor), cursor: cursor - 1 }, '\n'));
      return true;
    }
    if (text.trim() === '') return true;
    this.clear();
    this.#options.history.add(text.trimEnd());
    this.#options.onSubmit(text.trimEnd());
    return true;
  }

  #recall(name: string): Draft | undefined {
    const { history } = this.#options;
    const found = name === 'up' || name === 'ctrl+p' ? history.older(this.#draft.text) : undefined;
    const text = name === 'down' || name === 'ctrl+n' ? history.newer() : found;
    return text === undefined ? undefined : draftOf(text, this.#draft.killed);
  }

  #pressInList(key: Key): boolean {
    const count = this.#suggestions.length;
    if (key.name === 'up' || key.name === 'ctrl+p') this.#chosen = (this.#chosen + count - 1) % count;
    else if (key.name === 'down' || key.name === 'ctrl+n') this.#chosen = (this.#chosen + 1) % count;
    else if (key.name === 'escape') this.#close();
    else if (key.name === 'tab') this.#accept();
    else if (key.name === 'enter') return this.#enterInList();
    else return false;
    return true;
  }

  #close(): void {
    this.#closed = wordAt(this.#draft)?.start;
    this.#suggestions = [];
  }

  /** A command that is complete runs at once. */
  #enterInList(): boolean {
    const word = wordAt(this.#draft);
    const suggestion = this.#suggestions[this.#chosen];
    if (!word || !suggestion) return false;
    this.#accept();
    return word.kind === 'command' && (suggestion.isWhole || suggestion.insert.trim() === `/${word.text}`) ? this.#enter() : true;
  }

  #accept(): void {
    const word = wordAt(this.#draft);
    const suggestion = this.#suggestions[this.#chosen];
    if (!word || !suggestion) return;
    const rest = this.#draft.text.slice(this.#draft.cursor);
    const text = `${this.#draft.text.slice(0, word.start)}${suggestion.insert}${rest}`;
    this.#set({ ...this.#draft, text, cursor: word.start + suggestion.insert.length });
  }

  #set(draft: Draft): void {
    this.#draft = draft;
    const word = wordAt(draft);
    if (word?.start !== this.#closed) this.#closed = undefined;
    this.#chosen = 0;
    this.#suggest(word);
    if (word?.kind === 'file') void this.#options.files.refresh().then(() => this.refresh());
  }

  #suggest(word: Word | undefined): void {
    const { files, commands } = this.#options;
    if (!word || word.start === this.#closed) this.#suggestions = [];
    else this.#suggestions = word.kind === 'command' ? suggestCommands(commands(), word.text) : suggestFiles(files.files, word.text);
  }

  #inputRows(width: number): { rows: string[]; cursor: { row: number; column: number } } {
    const { style } = this.#options;
    const shown = (text: string) => visible(text).replaceAll('\t', '    ');
    const rows = shown(this.#draft.text)
      .split('\n')
      .flatMap((line) => hardWrap(line, width - 3));
    const before = shown(this.#draft.text.slice(0, this.#draft.cursor))
      .split('\n')
      .flatMap((line) => hardWrap(line, width - 3));
    const lead = (index: number) => (index === 0 ? `${style.bold('>')} ` : '  ');
    return { rows: rows.map((row, index) => lead(index) + row), cursor: { row: before.length - 1, column: 2 + widthOf(before.at(-1)!) } }; // splitting gives at least one
  }

  #listRows(width: number): string[] {
    const { style } = this.#options;
    const first = Math.max(0, Math.min(this.#chosen - 2, this.#suggestions.length - shownSuggestions));
    return this.#suggestions.slice(first, first + shownSuggestions).map(({ label, hint }, at) => {
      const name = clip(oneLine(label), Math.min(width - 4, hint === '' ? width : 32));
      const row = `${first + at === this.#chosen ? '❯' : ' '} ${hint === '' ? name : name.padEnd(32)} ${style.dim(oneLine(hint))}`;
      return clip(first + at === this.#chosen ? style.cyan(row) : row, width);
    });
  }
}

/** Rows of exactly this width: what is typed stays where it was typed. */
function hardWrap(line: string, width: number): string[] {
  return wrap(line.replaceAll(' ', '\u00a0'), width).map((row) => row.replaceAll('\u00a0', ' '));
}
