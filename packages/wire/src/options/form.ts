import { AgentError } from '../errors.js';

/** How a value is written on a command line, and read back from one. */
export interface Form {
  /** A switch stands alone; the others take a value. */
  readonly takesValue: boolean;
  /** The value may be the name of a file that holds it. */
  readonly mayBeFile: boolean;
  /** One text per time the flag is written; none to leave it out. */
  encode(value: unknown): string[];
  /** Reads all texts the flag was given. Throws AgentError `invalid_option` on nonsense. */
  decode(texts: string[], flag: string): unknown;
}

const last = (texts: string[]) => texts.at(-1) ?? '';

export const text: Form = { takesValue: true, mayBeFile: false, encode: (value) => [String(value)], decode: last };

export const number: Form = {
  takesValue: true,
  mayBeFile: false,
  encode: (value) => [String(value)],
  decode: (texts, flag) => {
    const value = Number(last(texts));
    if (last(texts).trim() === '' || Number.isNaN(value))
      throw new AgentError('invalid_option', `${flag} takes a number, not "${last(texts)}".`);
    return value;
  },
};

/** Present means `on`; the flag is written only for that value. `--flag=false` means the opposite. */
export const switchFor = (on: boolean): Form => ({
  takesValue: false,
  mayBeFile: false,
  encode: (value) => (value === on ? [''] : []),
  decode: (texts, flag) => {
    const given = last(texts);
    if (!['', 'true', 'false'].includes(given))
      throw new AgentError('invalid_option', `${flag} is a switch and takes no value, but was given "${given}".`);
    return given === 'false' ? !on : on;
  },
});

/** One flag, entries separated by commas; commas inside parentheses belong to a rule. An empty text is an empty list. */
export const list: Form = {
  takesValue: true,
  mayBeFile: false,
  encode: (value) => [writeList(value as string[])],
  decode: (texts, flag) => texts.flatMap((each) => readList(each, flag)),
};

/** Commas where they say the same, which every engine reads; else JSON, so that no rule is ever torn apart. */
function writeList(entries: string[]): string {
  const plain = entries.join(',');
  return !isJsonList(plain) && isDeepEqual(splitOutsideParentheses(plain), entries) ? plain : JSON.stringify(entries);
}

function readList(source: string, flag: string): string[] {
  if (!isJsonList(source)) return splitOutsideParentheses(source);
  const entries = parseJson(source, flag);
  if (Array.isArray(entries) && entries.every((entry) => typeof entry === 'string')) return entries;
  throw new AgentError('invalid_option', `${flag} takes a list of texts.`);
}

const isJsonList = (source: string) => source.startsWith('[');
const isDeepEqual = (one: string[], two: string[]) => one.length === two.length && one.every((entry, index) => entry === two[index]);

/** A list that is left out when empty. */
export const filledList: Form = { ...list, encode: (value) => ((value as string[]).length === 0 ? [] : list.encode(value)) };

/** One flag per entry. */
export const repeated: Form = { takesValue: true, mayBeFile: false, encode: (value) => value as string[], decode: (texts) => texts };

export const json: Form = {
  takesValue: true,
  mayBeFile: true,
  encode: (value) => [JSON.stringify(value)],
  decode: (texts, flag) => parseJson(last(texts), flag),
};

/** A form whose value has another shape in the options than on the command line. */
export function mapped(base: Form, shape: { out: (value: never) => unknown; in: (value: never) => unknown }): Form {
  return {
    ...base,
    encode: (value) => {
      const mappedValue = shape.out(value as never); // each row pairs its schema with its own mapping
      return mappedValue === undefined ? [] : base.encode(mappedValue);
    },
    decode: (texts, flag) => shape.in(base.decode(texts, flag) as never),
  };
}

export function parseJson(source: string, flag: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch (cause) {
    throw new AgentError('invalid_option', `${flag} takes JSON: ${(cause as Error).message}`, { cause });
  }
}

function splitOutsideParentheses(source: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= source.length; at += 1) {
    const character = source[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (at === source.length || (character === ',' && depth === 0)) {
      parts.push(source.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== '');
}
