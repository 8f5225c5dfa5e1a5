import { graphemes } from '../row/text-width.js';
import type { Key } from './key.js';

/** What is being written, and where the next character goes. */
export interface Draft {
  text: string;
  cursor: number;
  /** What was cut last; ctrl+y puts it back. */
  killed: string;
}

export const emptyDraft: Draft = { text: '', cursor: 0, killed: '' };

/** A draft with this text, to be written on at its end. */
export function draftOf(text: string, killed = ''): Draft {
  return { text, cursor: text.length, killed };
}

/** The draft after a key; nothing when the key does not edit. */
export function edit(draft: Draft, key: Key): Draft | undefined {
  if (key.text !== undefined) return insert(draft, key.text);
  return Object.hasOwn(keys, key.name) ? keys[key.name]!(draft) : undefined;
}

/** Puts a text in at the cursor. */
export function insert(draft: Draft, text: string): Draft {
  return { ...draft, text: before(draft) + text + after(draft), cursor: draft.cursor + text.length };
}

const keys: Record<string, (draft: Draft) => Draft | undefined> = {
  left: (draft) => moveTo(draft, draft.cursor - lengthBefore(draft)),
  right: (draft) => moveTo(draft, draft.cursor + lengthAfter(draft)),
  'ctrl+b': (draft) => moveTo(draft, draft.cursor - lengthBefore(draft)),
  'ctrl+f': (draft) => moveTo(draft, draft.cursor + lengthAfter(draft)),
  home: (draft) => moveTo(draft, lineStart(draft)),
  end: (draft) => moveTo(draft, lineEnd(draft)),
  'ctrl+a': (draft) => moveTo(draft, lineStart(draft)),
  'ctrl+e': (draft) => moveTo(draft, lineEnd(draft)),
  'ctrl+left': (draft) => moveTo(draft, wordStart(draft)),
  'ctrl+right': (draft) => moveTo(draft, wordEnd(draft)),
  'alt+left': (draft) => moveTo(draft, wordStart(draft)),
  'alt+right': (draft) => moveTo(draft, wordEnd(draft)),
  'alt+b': (draft) => moveTo(draft, wordStart(draft)),
  'alt+f': (draft) => moveTo(draft, wordEnd(draft)),
  up: (draft) => moveLine(draft, -1),
  down: (draft) => moveLine(draft, 1),
  backspace: (draft) => remove(draft, draft.cursor - lengthBefore(draft), draft.cursor),
  delete: (draft) => remove(draft, draft.cursor, draft.cursor + lengthAfter(draft)),
  'ctrl+d': (draft) => (draft.text === '' ? undefined : remove(draft, draft.cursor, draft.cursor + lengthAfter(draft))),
  'ctrl+w': (draft) => kill(draft, blankStart(draft), draft.cursor),
  'alt+backspace': (draft) => kill(draft, wordStart(draft), draft.cursor),
  'alt+d': (draft) => kill(draft, draft.cursor, wordEnd(draft)),
  'ctrl+u': (draft) => kill(draft, lineStart(draft), draft.cursor),
  'ctrl+k': (draft) => kill(draft, draft.cursor, lineEnd(draft) === draft.cursor ? draft.cursor + 1 : lineEnd(draft)),
  'ctrl+y': (draft) => insert(draft, draft.killed),
  'ctrl+j': (draft) => insert(draft, '\n'),
  'alt+enter': (draft) => insert(draft, '\n'),
  'shift+enter': (draft) => insert(draft, '\n'),
};

function before({ text, cursor }: Draft): string {
  return text.slice(0, cursor);
}

function after({ text, cursor }: Draft): string {
  return text.slice(cursor);
}

function moveTo(draft: Draft, cursor: number): Draft {
  return { ...draft, cursor: Math.max(0, Math.min(draft.text.length, cursor)) };
}

function remove(draft: Draft, from: number, end: number): Draft {
  const start = Math.max(0, from);
  return { ...draft, text: draft.text.slice(0, start) + draft.text.slice(end), cursor: start };
}

function kill(draft: Draft, start: number, end: number): Draft {
  if (start === end) return draft;
  return { ...remove(draft, start, end), killed: draft.text.slice(start, end) };
}

/** Only the line is looked at: what a person takes for one character never spans two. */
function lengthBefore(draft: Draft): number {
  const start = lineStart(draft);
  return start === draft.cursor ? 1 : (graphemes(draft.text.slice(start, draft.cursor)).at(-1)?.length ?? 1);
}

function lengthAfter(draft: Draft): number {
  return graphemes(draft.text.slice(draft.cursor, lineEnd(draft)))[0]?.length ?? 1;
}

function lineStart(draft: Draft): number {
  return before(draft).lastIndexOf('\n') + 1;
}

function lineEnd({ text, cursor }: Draft): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

function wordStart(draft: Draft): number {
  return before(draft).replace(/[\p{L}\p{N}_]*[^\p{L}\p{N}_]*$/u, '').length;
}

function wordEnd(draft: Draft): number {
  return draft.cursor + /^[^\p{L}\p{N}_]*[\p{L}\p{N}_]*/u.exec(after(draft))![0].length;
}

function blankStart(draft: Draft): number {
  return before(draft).replace(/\S*\s*$/, '').length;
}

/** The same place one line up or down; nothing when there is no such line. */
function moveLine(draft: Draft, by: -1 | 1): Draft | undefined {
  const start = lineStart(draft);
  const column = graphemes(draft.text.slice(start, draft.cursor)).length;
  const target = by === -1 ? start - 1 : lineEnd(draft) + 1;
  if (target < 0 || target > draft.text.length) return undefined;
  const line = { ...draft, cursor: target };
  const from = lineStart(line);
  return {
    ...draft,
    cursor:
      from +
      graphemes(draft.text.slice(from, lineEnd(line)))
        .slice(0, column)
        .join('').length,
  };
}
