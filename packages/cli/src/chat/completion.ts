import type { SlashCommand } from '@inboard/wire';
import type { Draft } from './editor.js';

/** The word at the cursor that can be completed. */
export interface Word {
  kind: 'command' | 'file';
  /** Where it begins, with its sign. */
  start: number;
  text: string;
}

/** Something a word can become. */
export interface Suggestion {
  /** What is put in the place of the word. */
  insert: string;
  label: string;
  hint: string;
  /** A command without arguments is complete once it is chosen. */
  isWhole: boolean;
}

const most = 200;

/** The command at the beginning of a draft or the `@file` at its cursor. */
export function wordAt({ text, cursor }: Draft): Word | undefined {
  const before = text.slice(0, cursor);
  const command = /^\/([^\s/]*)$/.exec(before);
  if (command) return { kind: 'command', start: 0, text: command[1]! };
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before);
  return file ? { kind: 'file', start: cursor - file[1]!.length - 1, text: file[1]! } : undefined;
}

export function suggestCommands(commands: readonly SlashCommand[], word: string): Suggestion[] {
  return rank(commands, ({ name }) => name, word).map(({ name, description, argumentHint }) => ({
    insert: `/${name} `,
    label: `/${name}${argumentHint === '' ? '' : ` ${argumentHint}`}`,
    hint: description,
    isWhole: argumentHint === '',
  }));
}

export function suggestFiles(files: readonly string[], word: string): Suggestion[] {
  return rank(files, (file) => file, word).map((file) => ({ insert: `@${file} `, label: file, hint: '', isWhole: false }));
}

/** Those that fit, best first: the same beginning, then the beginning of a name inside, then anywhere, then letter by letter. */
function rank<T>(items: readonly T[], nameOf: (item: T) => string, word: string): T[] {
  const wanted = word.toLowerCase();
  const scored = items.flatMap((item, order) => {
    const score = scoreOf(nameOf(item).toLowerCase(), wanted);
    return score === undefined ? [] : [{ item, score, length: nameOf(item).length, order }];
  });
  scored.sort((a, b) => a.score - b.score || (wanted === '' ? 0 : a.length - b.length) || a.order - b.order);
  return scored.slice(0, most).map(({ item }) => item);
}

function scoreOf(name: string, wanted: string): number | undefined {
  if (name.startsWith(wanted)) return 0;
  const at = name.indexOf(wanted);
  if (at !== -1) return /[/:_-]/.test(name[at - 1]!) ? 1 : 2;
  return isSubsequence(name, wanted) ? 3 : undefined;
}

function isSubsequence(name: string, wanted: string): boolean {
  let at = 0;
  for (const letter of name) if (letter === wanted[at]) at += 1;
  return at === wanted.length;
}
