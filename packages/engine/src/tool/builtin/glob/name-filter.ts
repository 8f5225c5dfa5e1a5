import picomatch from 'picomatch';
import { Refusal } from '../file/refusal.js';
import { wildcard } from './wildcard.js';

/** How the names that a glob means are told from the others. */
export interface NameFilter {
  /** What ripgrep is told, so that it lists no other names. */
  args: string[];
  /** Whether a listed name is meant. */
  matches(name: string): boolean;
}

/** Wildcards, plain characters and lists of plain words, with `**` as a whole folder: here ripgrep means the same as we do. */
const plain = /^(?!.*[^/]\*\*)(?!.*\*\*[^/])(?!\s)(?:[^\\{}[\]()!\s]| (?!$)|\{[^\\{}[\]()!*?\s./,]+(?:,[^\\{}[\]()!*?\s./,]+)+\})+$/;

/** More than this many in one pattern of the other kind could take for ever. */
const mostWildcards = 4;

/**
 * Chooses names by a glob relative to the folder that is searched, of which some may be left out for other reasons. ripgrep does it in time that grows with
 * the length of a name alone; only what it does not know is left to a regular expression, which can take
 * very long, so that such patterns must be simple.
 */
export function nameFilter(given: string, { leavesOut }: { leavesOut: boolean }): NameFilter {
  const pattern = given.replace(/^(?:\.\/+)+/, '');
  if (['', '.', '..'].includes(pattern)) throw new Refusal('The pattern names a folder, not files. Use one such as **/*.ts.');
  // What ripgrep is told to list it lists even when it is ignored or hidden.
  if (plain.test(pattern))
    return leavesOut ? { args: [], matches: wildcard(pattern) } : { args: [`--glob=/${pattern}`], matches: () => true };
  const wildcards = pattern.match(/\*+|[+@?!]\(/g)?.length ?? 0;
  if (wildcards > mostWildcards)
    throw new Refusal(
      `The pattern has ${wildcards} wildcards among other special characters; use ${mostWildcards} at most, or a plainer one.`,
    );
  const expression = compile(pattern);
  const ending = leavesOut || pattern.startsWith('!') ? undefined : /\*(\.\w[\w.-]*)$/.exec(pattern)?.[1];
  return { args: ending === undefined ? [] : [`--glob=*${ending}`], matches: (name) => expression.test(name) };
}

function compile(pattern: string): RegExp {
  try {
    return picomatch.makeRe(pattern, { dot: true }); // several times faster than its own matcher
  } catch (error) {
    throw new Refusal(`The pattern cannot be used: ${(error as Error).message}`); // it throws nothing else
  }
}
