import { isObject } from './is-object.js';
import { looseJson } from '../../model/loose-json.js';
import type { ValidateAnswer } from './validate-answer.js';

/** Keys models like to put around an answer. */
const wrappers = new Set([
  'output',
  'parameters',
  'arguments',
  'input',
  'result',
  'value',
  'data',
  'answer',
  'response',
  'json',
  'StructuredOutput',
]);
const maxRepairs = 6;

export type Repaired = { answer: unknown } | { problems: string[] };

/** The answer in what the model handed over, with the usual slips undone: JSON as text, a wrapper around it. */
export function repair(given: unknown, validate: ValidateAnswer, known: ReadonlySet<string>): Repaired {
  const candidates = readings(given, known);
  for (const answer of candidates) if (validate(answer).length === 0) return { answer };
  return { problems: validate(candidates[0]) };
}

/** JSON in running text: in the last fence, or the text from its first to its last bracket. */
export function jsonInText(text: string): unknown {
  const fenced = [...text.matchAll(/```(?:json)?[ \t]*\n([\s\S]*?)```/gi)].at(-1)?.[1];
  const bare = /[[{][\s\S]*[\]}]/.exec(text)?.[0];
  for (const source of [fenced, text, bare]) {
    const value = source === undefined ? undefined : looseJson(source);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** What was given and what it may have meant, most likely first. */
function readings(given: unknown, known: ReadonlySet<string>): unknown[] {
  const found: unknown[] = [given];
  for (let at = 0; at < found.length && at < maxRepairs; at += 1) {
    const value = found[at];
    const inside = typeof value === 'string' ? looseJson(value) : unwrapped(value);
    if (inside !== undefined) found.push(inside);
  }
  const literal = found.flatMap((value) => (isObject(value) ? [withParsedMembers(value)] : []));
  // A wrapper that the schema does not know is no part of the answer, even where the schema would let it pass.
  const first =
    isObject(given) && Object.keys(given).length === 1 && !known.has(Object.keys(given)[0]!) && known.size > 0 ? found.toReversed() : found;
  return [...first, ...literal];
}

function unwrapped(value: unknown): unknown {
  if (!isObject(value)) return undefined;
  const [key, ...others] = Object.keys(value);
  return key !== undefined && others.length === 0 && wrappers.has(key) ? value[key] : undefined;
}

/** Members that hold an object or a list as text. */
function withParsedMembers(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      typeof member === 'string' && /^\s*[[{]/.test(member) ? (looseJson(member) ?? member) : member,
    ]),
  );
}
