import type { Word, WordPart } from 'unbash';
import { expandBraces } from './braces.js';

/** How sure the judge is of a word's value: it is this; it is probably this; it may be anything. */
export type Certainty = 'exact' | 'likely' | 'unknown';

/** One word of a command as bash would see it. */
export interface ShellWord {
  /** As written. */
  readonly raw: string;
  /** Without quotes and with the values that are known; unknown pieces are left out. */
  readonly value: string;
  readonly certainty: Certainty;
  /** Has unquoted wildcards: stands for any number of file names. */
  readonly glob: boolean;
}

/** What words can refer to. */
export interface Scope {
  readonly home: string;
  /** The working directory, unless it changes on the way. */
  readonly cwd: string | undefined;
  /** Variables set by the script: their only value, or undefined when they have several or an unknown one. */
  readonly variables: ReadonlyMap<string, string | undefined>;
}

interface Draft {
  value: string;
  certainty: Certainty;
  glob: boolean;
}

/** The words that one word of the source becomes. Usually one; braces and unquoted variables can make more. */
export function readWord(word: Word, scope: Scope): ShellWord[] {
  const parts = word.parts;
  if (parts === undefined) return [tilde({ raw: word.text, value: word.value, certainty: 'exact', glob: false }, scope)];
  if (parts.some((part) => part.type === 'BraceExpansion')) return readBraces(word, parts);
  if (parts.length === 1 && isOutputOf(parts[0])) return [{ raw: word.text, value: '/dev/null', certainty: 'exact', glob: false }];
  const draft: Draft = { value: '', certainty: 'exact', glob: false };
  for (const part of parts) add(draft, part, scope);
  const [only] = parts;
  if (parts.length === 1 && draft.certainty === 'likely' && only?.type !== 'DoubleQuoted' && /\s/.test(draft.value)) {
    return draft.value
      .trim()
      .split(/\s+/)
      .map((value) => ({ raw: word.text, value, certainty: 'likely', glob: false }));
  }
  return [tilde({ raw: word.text, ...draft }, scope)];
}

/** `<(command)` is a file with what the command prints; the command itself is judged where it stands. */
function isOutputOf(part: WordPart | undefined): boolean {
  return part?.type === 'ProcessSubstitution' && part.operator === '<';
}

function readBraces(word: Word, parts: readonly WordPart[]): ShellWord[] {
  const simple = parts.every(
    (part) => part.type === 'Literal' || part.type === 'Glob' || (part.type === 'BraceExpansion' && !/[\\'"$`]/.test(part.text)),
  );
  const values = simple ? expandBraces(parts.map((part) => part.text).join('')) : undefined;
  if (values === undefined) return [{ raw: word.text, value: '', certainty: 'unknown', glob: true }];
  const glob = parts.some((part) => part.type === 'Glob') || /[*?[]/.test(word.text);
  return values.map((value) => ({
    raw: word.text,
    value: value.replaceAll(/\\(.)/g, '$1'),
    certainty: value.startsWith('~') ? 'unknown' : 'exact',
    glob,
  }));
}

function add(draft: Draft, part: WordPart, scope: Scope): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      draft.value += part.value;
      return;
    case 'Glob':
    case 'ExtendedGlob':
      draft.value += part.text;
      draft.glob = true;
      if (part.type === 'ExtendedGlob' || /[$`]/.test(part.text)) draft.certainty = 'unknown';
      return;
    case 'DoubleQuoted':
    case 'LocaleString':
      for (const inner of part.parts) add(draft, inner, scope);
      return;
    default:
      addValue(draft, knownValue(part, scope));
  }
}

function addValue(draft: Draft, known: { value: string; certainty: Certainty } | undefined): void {
  draft.value += known?.value ?? '';
  if (known === undefined || known.certainty === 'unknown') draft.certainty = 'unknown';
  else if (known.certainty === 'likely' && draft.certainty === 'exact') draft.certainty = 'likely';
}

/** The value of an expansion, when it can be told without running anything. */
function knownValue(part: WordPart, scope: Scope): { value: string; certainty: Certainty } | undefined {
  if (part.type === 'CommandExpansion')
    return scope.cwd !== undefined && /^(\$\(|`)\s*pwd\s*[)`]$/.test(part.text) ? { value: scope.cwd, certainty: 'likely' } : undefined;
  const name = variableName(part);
  if (name === undefined) return fallbackValue(part, scope);
  if (scope.variables.has(name)) {
    const value = scope.variables.get(name);
    return value === undefined ? undefined : { value, certainty: 'likely' };
  }
  if (name === 'HOME') return { value: scope.home, certainty: 'exact' };
  return name === 'PWD' && scope.cwd !== undefined ? { value: scope.cwd, certainty: 'exact' } : undefined;
}

/** What `${name:-text}` may stand for: the text at least shows what is meant when the variable has no value. */
function fallbackValue(part: WordPart, scope: Scope): { value: string; certainty: Certainty } | undefined {
  if (part.type !== 'ParameterExpansion' || part.operation?.type !== 'Default' || !/^:?[-=]$/.test(part.operation.operator))
    return undefined;
  const [only] = readWord(part.operation.operand, scope);
  return only === undefined ? undefined : { value: only.value, certainty: 'unknown' };
}

function variableName(part: WordPart): string | undefined {
  if (part.type === 'SimpleExpansion') return part.text.slice(1);
  if (part.type !== 'ParameterExpansion' || part.prefix !== undefined || part.index !== undefined || part.operation !== undefined)
    return undefined;
  return part.parameter;
}

/** A leading `~` is the home directory; another user's is some place unknown. */
function tilde(word: ShellWord, scope: Scope): ShellWord {
  if (!word.raw.startsWith('~')) return word;
  if (word.value === '~' || word.value.startsWith('~/')) return { ...word, value: scope.home + word.value.slice(1) };
  return { ...word, certainty: 'unknown' };
}
