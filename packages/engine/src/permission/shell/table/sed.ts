import type { ShellWord } from '../word.js';
import { form, readArguments } from './form.js';

const shape = form(
  '-nErsuz -e= -f=< -l= --quiet --silent --expression= --file=< --regexp-extended --separate --unbuffered --null-data --line-length= --posix --debug --sandbox -i --in-place?',
  ['read'],
  { strict: true, patternFlags: ['-e', '-f', '--expression', '--file'] },
);

/** What a sed call does. */
export interface SedUse {
  readonly inPlace: boolean;
  /** Every command of its script prints, deletes or replaces; none writes elsewhere or runs a program. */
  readonly plainScript: boolean;
  /** The script may write to a file or run a program. */
  readonly suspect: boolean;
  readonly files: readonly ShellWord[];
  readonly knownFlags: boolean;
}

/** Reads the arguments of sed. */
export function readSed(args: readonly ShellWord[]): SedUse {
  const words = args.map((word) => (/^-[nErsuz]*i./.test(word.value) && !word.value.startsWith('--') ? { ...word, value: '-i' } : word));
  const { uses, unknown, flags } = readArguments(words, shape);
  const given = ['-e', '--expression'].some((flag) => flags.has(flag));
  const fromFile = flags.has('-f') || flags.has('--file');
  const scripts = given
    ? expressions(words)
    : fromFile
      ? []
      : uses
          .filter(({ role }) => role === 'text')
          .slice(0, 1)
          .map(({ word }) => word);
  const plainScript =
    !fromFile && scripts.length > 0 && scripts.every((word) => word.certainty === 'exact' && !word.glob && isPlain(word.value));
  const suspect = !plainScript && (fromFile || scripts.some((word) => word.certainty !== 'exact' || /[weWrRF]/.test(word.value)));
  const backup = args.some(({ value }) => /^(-[nErsuz]*i|--in-place=).*[/*]/s.test(value));
  return {
    inPlace: flags.has('-i') || flags.has('--in-place'),
    plainScript,
    suspect: suspect || backup,
    files: uses.filter(({ role }) => role === 'read').map(({ word }) => word),
    knownFlags: unknown.length === 0 && !backup,
  };
}

function expressions(words: readonly ShellWord[]): ShellWord[] {
  return words.flatMap((word, at) => {
    if (/^(-[nErsuz]*e|--expression)$/.test(word.value)) return words[at + 1] === undefined ? [] : [words[at + 1]!];
    const glued = /^(-[nErsuz]*e|--expression=)(.+)$/s.exec(word.value);
    return glued === null ? [] : [{ ...word, value: glued[2]! }];
  });
}

const address = String.raw`(?:\d+|\$|\/(?:[^/\\\n]|\\.)*\/I?)`;
const command = new RegExp(
  String.raw`^\s*(?:${address}(?:\s*,\s*(?:${address}|\+\d+))?)?\s*!?\s*(?:[pdDPNgGhHxnq=]|q\d+|s([/|#,:@%!])(?:(?!\1)[^\\\n]|\\.)*\1(?:(?!\1)[^\\\n]|\\.)*\1[gpiI\d]*)\s*$`,
  's',
);

/** True for a script of well-known harmless commands, one or several separated by `;` or a new line. */
function isPlain(script: string): boolean {
  return command.test(script) || splitCommands(script).every((each) => command.test(each));
}

/** Splits at `;` outside of `s///` and `/address/`; a wrong split only makes the parts fail the test. */
function splitCommands(script: string): string[] {
  return script.split(/[;\n]/);
}
