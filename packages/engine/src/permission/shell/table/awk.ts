import type { ShellWord } from '../word.js';
import { form, readArguments } from './form.js';

const shape = form('-F= -v= --field-separator= --assign= -f=< --file=<', ['read'], {
  strict: true,
  patternFlags: ['-f', '--file'],
});

/** Whatever runs, reads or loads something else than the files that are named. */
const outward = /\b(system|getline|ARGV|ARGC|ENVIRON|PROCINFO|SYMTAB|FUNCTAB|close|fflush)\b|@|\/inet/;

/** What an awk call reads, and whether its program only prints. */
export function readAwk(args: readonly ShellWord[]): { readOnly: boolean; files: readonly ShellWord[] } {
  const { uses, unknown, flags } = readArguments(args, shape);
  const program = uses.find(({ role, word }) => role === 'text' && args.includes(word) && !isValue(word, args))?.word;
  const fromFile = flags.has('-f') || flags.has('--file');
  return {
    readOnly: unknown.length === 0 && !fromFile && program !== undefined && !program.glob && onlyPrints(program.value),
    files: uses.filter(({ role, word }) => role === 'read' && !/^[A-Za-z_]\w*=/.test(word.value)).map(({ word }) => word),
  };
}

/** The separate value of a flag stands before the program. */
function isValue(word: ShellWord, args: readonly ShellWord[]): boolean {
  return /^(-[Fv]|--field-separator|--assign)$/.test(args[args.indexOf(word) - 1]?.value ?? '');
}

/** `|` may be an "or" and `>` a comparison; where that cannot be told at a glance the program is not judged. */
function onlyPrints(program: string): boolean {
  if (outward.test(program) || program.replaceAll('||', '').includes('|')) return false;
  const actions = program.slice(program.indexOf('{') === -1 ? program.length : program.indexOf('{'));
  return !actions.replaceAll(/\bif \([\w$ <>=!&.+*%-]*\)/g, '').includes('>');
}
