import type { ShellWord } from '../word.js';

/** What an argument is used for. Of a tree all files are read, of a list only their names. */
export type Role = 'text' | 'read' | 'tree' | 'list' | 'write';

/** How a program takes its arguments. */
export interface Form {
  /** Flags by name, with the role of their value; null for none, undefined role never occurs. */
  readonly flags: ReadonlyMap<string, Role | null>;
  /** Long flags whose value, if any, follows `=`. */
  readonly optional: ReadonlySet<string>;
  /** The roles of the operands in order; the last one holds for the rest. */
  readonly operands: readonly Role[];
  /** At most so many operands. */
  readonly most: number;
  /** Some flags of the program do more than read, so a wildcard must not be able to become a flag. */
  readonly strict: boolean;
  /** `-5` is a flag too. */
  readonly numbers: boolean;
  /** A pattern comes first among the operands unless one of these flags gives it. */
  readonly patternFlags: readonly string[];
}

/** How arguments of one call are used. */
export interface Arguments {
  readonly uses: readonly { role: Role; word: ShellWord }[];
  /** Flags that are not in the form. */
  readonly unknown: readonly string[];
  /** More operands than the form knows. */
  readonly tooMany: boolean;
  readonly flags: ReadonlySet<string>;
}

/**
 * Describes a program: letters of plain short flags (`-abc`), short flags with a value (`-n=`), long flags
 * (`--all`, `--size=`, `--color?` where the value is optional). `=<` is a file it reads, `=>` one it writes.
 */
export function form(
  flags: string,
  operands: readonly Role[] = ['text'],
  more: { most?: number; strict?: boolean; numbers?: boolean; patternFlags?: readonly string[] } = {},
): Form {
  const known = new Map<string, Role | null>();
  const optional = new Set<string>();
  for (const token of flags.split(' ')) {
    if (token === '') continue;
    const valued = /^(--?[^=?]+)(=[<>]?|\?)$/.exec(token);
    if (valued !== null) {
      known.set(valued[1]!, valued[2] === '=<' ? 'read' : valued[2] === '=>' ? 'write' : 'text');
      if (valued[2] === '?') optional.add(valued[1]!);
    } else if (token.startsWith('--')) known.set(token, null);
    else for (const letter of token.slice(1)) known.set(`-${letter}`, null);
  }
  const writes = [...known.values()].includes('write') || operands.includes('write');
  return {
    flags: known,
    optional,
    operands,
    most: more.most ?? Infinity,
    strict: more.strict ?? writes,
    numbers: more.numbers ?? false,
    patternFlags: more.patternFlags ?? [],
  };
}

/** Sorts the arguments of a call into flags and operands by the form of its program. */
export function readArguments(words: readonly ShellWord[], shape: Form): Arguments {
  const uses: { role: Role; word: ShellWord }[] = [];
  const unknown: string[] = [];
  const flags = new Set<string>();
  const operands: ShellWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const { value } = word;
    if (value === '--') {
      operands.push(...words.slice(at + 1));
      break;
    }
    if (!value.startsWith('-') || value === '-') operands.push(word);
    else if (value.startsWith('--')) at += takeLong(word, words[at + 1], shape, { uses, unknown, flags });
    else at += takeShort(word, words[at + 1], shape, { uses, unknown, flags });
  }
  const pattern = shape.patternFlags.length > 0 && !shape.patternFlags.some((flag) => flags.has(flag)) ? 1 : 0;
  operands.forEach((word, at) =>
    uses.push({ role: at < pattern ? 'text' : (shape.operands[at - pattern] ?? shape.operands.at(-1) ?? 'text'), word }),
  );
  return { uses, unknown, tooMany: operands.length > shape.most, flags };
}

interface Sorted {
  uses: { role: Role; word: ShellWord }[];
  unknown: string[];
  flags: Set<string>;
}

/** Takes `--name`, `--name=value` or `--name value`; says how many further words it used. */
function takeLong(word: ShellWord, next: ShellWord | undefined, shape: Form, sorted: Sorted): number {
  const equals = word.value.indexOf('=');
  const name = equals === -1 ? word.value : word.value.slice(0, equals);
  const role = shape.flags.get(name);
  sorted.flags.add(name);
  if (role === undefined) {
    sorted.unknown.push(word.raw);
    const short = abbreviated(name, shape);
    if (short !== undefined) use(sorted, short, equals === -1 ? next : valueOf(word, equals + 1));
    return 0;
  }
  if (equals !== -1) {
    if (role === null) sorted.unknown.push(word.raw);
    use(sorted, role ?? 'text', valueOf(word, equals + 1));
    return 0;
  }
  if (role === null || shape.optional.has(name)) return 0;
  use(sorted, role, next);
  return 1;
}

/** Programs accept the beginning of a long flag too: the role of the first one it may mean. */
function abbreviated(name: string, shape: Form): Role | undefined {
  for (const [known, role] of shape.flags) if (role !== null && role !== 'text' && name.length > 2 && known.startsWith(name)) return role;
  return undefined;
}

/** Takes a bundle such as `-la`, `-n5` or `-n 5`; says how many further words it used. */
function takeShort(word: ShellWord, next: ShellWord | undefined, shape: Form, sorted: Sorted): number {
  if (shape.flags.has(word.value)) {
    const role = shape.flags.get(word.value)!;
    sorted.flags.add(word.value);
    if (role === null) return 0;
    use(sorted, role, next);
    return 1;
  }
  if (shape.numbers && /^-\d+$/.test(word.value)) return 0;
  for (let i = 1; i < word.value.length; i++) {
    const flag = `-${word.value[i]!}`;
    const role = shape.flags.get(flag);
    sorted.flags.add(flag);
    if (role === undefined) {
      sorted.unknown.push(word.raw);
      return 0;
    }
    if (role === null) continue;
    const glued = i + 1 < word.value.length;
    use(sorted, role, glued ? valueOf(word, i + 1) : next);
    return glued ? 0 : 1;
  }
  return 0;
}

function valueOf(word: ShellWord, from: number): ShellWord {
  return { ...word, value: word.value.slice(from) };
}

function use(sorted: Sorted, role: Role | null, word: ShellWord | undefined): void {
  if (word !== undefined) sorted.uses.push({ role: role ?? 'text', word });
}
