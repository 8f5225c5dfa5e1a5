import type { Dialog } from './dialog.js';
import { edit, emptyDraft, type Draft } from './editor.js';
import type { Key } from './key.js';
import type { Live } from './screen.js';
import type { Style } from '../row/style.js';
import { widthOf } from '../row/text-width.js';
import { oneLine } from '../row/tool-line.js';
import { textRows } from '../row/text-rows.js';
import { clip } from '../row/wrap.js';

/** One of several answers. */
export interface Choice<T> {
  label: string;
  hint?: string;
  value: T;
  /** A letter that picks it. */
  letter?: string;
  /** Words can be typed with it. */
  takesWords?: boolean;
}

/** What was picked: several only where that was asked for, none when the person left. */
export interface Picked<T> {
  values: T[];
  words: string;
}

export interface ChoiceOptions<T> {
  title: string;
  choices: readonly Choice<T>[];
  style: Style;
  several?: boolean;
  /** What is typed narrows the list. */
  filter?: boolean;
  onDone: (picked: Picked<T>) => void;
}

/** A list to choose from with arrows, numbers, letters or by typing. */
export class ChoiceDialog<T> implements Dialog {
  readonly #options: ChoiceOptions<T>;
  readonly #checked = new Set<Choice<T>>();
  #index = 0;
  #draft: Draft = emptyDraft;

  constructor(options: ChoiceOptions<T>) {
    this.#options = options;
  }

  press(key: Key): void {
    if (key.name === 'escape' || key.name === 'ctrl+c') return this.#options.onDone({ values: [], words: '' });
    if (key.name === 'up' || key.name === 'shift+tab' || key.name === 'ctrl+p') return this.#move(-1);
    if (key.name === 'down' || key.name === 'tab' || key.name === 'ctrl+n') return this.#move(1);
    if (key.name === 'enter') return this.#confirm();
    if (this.#writes) return this.#write(key);
    if (key.text === ' ' && this.#options.several) return this.#toggle();
    return this.#pick(key);
  }

  live(width: number, height: number): Live {
    const { title, style, filter } = this.#options;
    const head = textRows(title, width).slice(0, 10).map(style.bold);
    const search = filter ? [clip(`${style.dim('search:')} ${oneLine(this.#draft.text)}`, width)] : [];
    const shown = this.#choices;
    const room = Math.max(3, height - head.length - search.length - 3);
    const first = Math.max(0, Math.min(this.#index - Math.floor(room / 2), shown.length - room));
    const rows = shown.slice(first, first + room).map((choice, at) => this.#row(choice, first + at, width));
    const more = shown.length > room ? [style.dim(`  ${this.#index + 1} of ${shown.length}`)] : [];
    const cursor = this.#cursor(head.length, rows, first, width);
    return { rows: [...head, ...search, ...rows, ...more, style.dim(this.#help())], ...(cursor && { cursor }) };
  }

  get #choices(): readonly Choice<T>[] {
    const wanted = this.#draft.text.toLowerCase();
    if (!this.#options.filter) return this.#options.choices;
    return this.#options.choices.filter(({ label, hint = '' }) => `${label} ${hint}`.toLowerCase().includes(wanted));
  }

  /** What is typed goes into a text. */
  get #writes(): boolean {
    return this.#options.filter === true || this.#choices[this.#index]?.takesWords === true;
  }

  #move(by: number): void {
    const count = this.#choices.length;
    if (count > 0) this.#index = (this.#index + by + count) % count;
  }

  #write(key: Key): void {
    this.#draft = edit(this.#draft, key) ?? this.#draft;
    if (this.#options.filter) this.#index = 0;
  }

  #toggle(): void {
    const choice = this.#choices[this.#index];
    if (choice && !this.#checked.delete(choice)) this.#checked.add(choice);
  }

  #pick(key: Key): void {
    const at = this.#choices.findIndex(
      ({ letter }, index) => key.text === String(index + 1) || (letter !== undefined && key.text === letter),
    );
    if (at === -1) return;
    this.#index = at;
    if (this.#options.several) this.#toggle();
    else if (!this.#choices[at]!.takesWords) this.#confirm();
  }

  #confirm(): void {
    const current = this.#choices[this.#index];
    if (!current) return;
    const words = this.#options.filter ? '' : this.#draft.text.trim();
    const several = this.#options.several && this.#checked.size > 0;
    const checked = several ? this.#options.choices.filter((choice) => this.#checked.has(choice)) : [];
    const picked =
      several && (!current.takesWords || words === '') ? checked : [...checked.filter((choice) => choice !== current), current];
    this.#options.onDone({ values: picked.map(({ value }) => value), words });
  }

  #row(choice: Choice<T>, index: number, width: number): string {
    const { style, several } = this.#options;
    const isCurrent = index === this.#index;
    const box = several && !choice.takesWords ? (this.#checked.has(choice) ? '☑ ' : '☐ ') : '';
    const number = this.#options.filter ? '' : `${index + 1}. `;
    const label = `${isCurrent ? '❯' : ' '} ${number}${box}${oneLine(choice.label)}`;
    const words = choice.takesWords && (isCurrent || this.#draft.text !== '') ? `: ${oneLine(this.#draft.text)}` : '';
    const hint = choice.hint === undefined ? '' : style.dim(`  ${oneLine(choice.hint)}`);
    return clip(`${isCurrent ? style.cyan(label) : label}${words}${hint}`, width);
  }

  #cursor(above: number, rows: readonly string[], first: number, width: number): Live['cursor'] {
    if (!this.#writes) return undefined;
    const typed = widthOf(oneLine(this.#draft.text.slice(0, this.#draft.cursor)));
    if (this.#options.filter) return { row: above, column: Math.min(width - 1, 'search: '.length + typed) };
    const choice = this.#choices[this.#index]!; // it writes, so it is there
    const lead = widthOf(`❯ ${this.#index + 1}. ${oneLine(choice.label)}: `);
    return { row: above + Math.min(this.#index - first, rows.length - 1), column: Math.min(width - 1, lead + typed) };
  }

  #help(): string {
    if (this.#options.filter) return '↑↓ choose · type to search · enter open · esc leave';
    if (this.#options.several) return '↑↓ move · space check · enter done · esc leave';
    return this.#writes ? '↑↓ choose · type · enter send · esc stop' : '↑↓ or a number · enter · esc stop';
  }
}
