import { AgentError } from '../errors.js';
import { options, type Options } from './options.js';
import type { OptionRow } from './row.js';

/** Flags for an engine in another process. Every flag is two words, which all engines understand. */
export function toArgv(given: Options): string[] {
  const plain = withSandbox(withPlainThinking(given));
  const flags = Object.entries(options as Record<string, OptionRow>).flatMap(([name, row]) => {
    const value = plain[name as keyof Options];
    return value === undefined || !row.flag ? [] : writeFlag(row.flag, value);
  });
  return [...flags, ...extraFlags(given.extraArgs ?? {})];
}

/** A thinking budget travels as `--max-thinking-tokens`, the only flag for it that all engines know. */
function withPlainThinking(given: Options): Options {
  if (given.thinking === undefined) return given;
  const budget = given.thinking.type === 'enabled' ? given.thinking.budgetTokens : undefined;
  return budget === undefined ? { ...given, maxThinkingTokens: undefined } : { ...given, thinking: undefined, maxThinkingTokens: budget };
}

/** The sandbox travels among the settings, where every engine looks for it. */
function withSandbox(given: Options): Options {
  if (given.sandbox === undefined || typeof given.settings === 'string') return given; // both together were refused
  return { ...given, settings: { ...given.settings, sandbox: given.sandbox } };
}

function writeFlag(flag: NonNullable<OptionRow['flag']>, value: unknown): string[] {
  return flag.form.encode(value).flatMap((text) => (flag.form.takesValue ? [flag.name, text] : [flag.name]));
}

function extraFlags(extra: Record<string, string | null>): string[] {
  return Object.entries(extra).flatMap(([name, value]) => (value === null ? [`--${name}`] : [`--${name}`, value]));
}

/** A command line taken apart. */
export interface ParsedArgv {
  /** Values by option name. */
  values: Record<string, unknown>;
  /** What is neither a flag nor its value. */
  rest: string[];
  /** Flags that no row knows. */
  unknown: string[];
}

/** Reads flags by the rows of a table: `--flag value` and `--flag=value` mean the same; `--` ends the flags. */
export function fromArgv(argv: readonly string[], table: Record<string, OptionRow>, readFile?: (path: string) => string): ParsedArgv {
  const byFlag = new Map(
    Object.entries(table).flatMap(([name, row]) =>
      [row.flag?.name, ...(row.flag?.aliases ?? [])].map((flag) => [flag, { name, row }] as const),
    ),
  );
  const texts = new Map<string, string[]>();
  const parsed: ParsedArgv = { values: {}, rest: [], unknown: [] };
  for (let at = 0; at < argv.length; at += 1) {
    const word = argv[at]!;
    if (word === '--') {
      parsed.rest.push(...argv.slice(at + 1));
      break;
    }
    if (!isFlag(word)) {
      parsed.rest.push(word);
      continue;
    }
    const [flag, inline] = splitFlag(word);
    const known = byFlag.get(flag);
    if (!known) {
      parsed.unknown.push(flag);
      continue;
    }
    const form = known.row.flag!.form; // it is in the map because it has a flag
    const next = form.takesValue && inline === undefined ? argv[(at += 1)] : inline;
    if (form.takesValue && next === undefined) throw new AgentError('invalid_option', `${flag} needs a value.`, { data: { flag } });
    texts.set(known.name, [...(texts.get(known.name) ?? []), fromFile(next ?? '', form.mayBeFile, flag, readFile)]);
  }
  for (const [name, given] of texts) {
    const flag = table[name]!.flag!;
    parsed.values[name] = flag.form.decode(given, flag.name);
  }
  return parsed;
}

function isFlag(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}

function splitFlag(word: string): [flag: string, inline: string | undefined] {
  const equals = word.indexOf('=');
  return equals === -1 || !word.startsWith('--') ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

function fromFile(value: string, mayBeFile: boolean, flag: string, readFile?: (path: string) => string): string {
  if (!mayBeFile || !readFile || /^\s*[[{"]/.test(value)) return value;
  try {
    return readFile(value);
  } catch (cause) {
    throw new AgentError('invalid_option', `${flag}: the file "${value}" cannot be read: ${(cause as Error).message}`, { cause });
  }
}
