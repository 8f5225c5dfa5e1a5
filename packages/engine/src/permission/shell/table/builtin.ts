import type { ShellWord } from '../word.js';
import { isLocalVariable } from '../names.js';

/** Commands of the shell, and programs of its kind, that need a look of their own: true when this call only reads or prints. */
export const builtins: Readonly<Record<string, (args: readonly ShellWord[]) => boolean>> = {
  echo: () => true,
  printf: (args) =>
    args[0]?.certainty === 'exact' && !args[0].value.startsWith('-') && !args[0].glob && !/%[-+ #0-9.*]*n/.test(args[0].value),
  true: () => true,
  false: () => true,
  ':': () => true,
  test: isPlainTest,
  '[': isPlainTest,
  '[[': () => true,
  '((': () => true,
  for: () => true,
  cd: (args) => args.length <= 2 && args.length > 0 && args.every((word) => word.certainty === 'exact' && !word.glob && word.value !== '-'),
  exit: isNumeric,
  return: isNumeric,
  break: isNumeric,
  continue: isNumeric,
  shift: isNumeric,
  set: (args) =>
    args.length > 0 &&
    args.every(({ value, certainty }) => certainty === 'exact' && /^([-+][eux]*o?|pipefail|errexit|nounset|xtrace)$/.test(value)),
  read: (args) => args.every(({ value, certainty }) => certainty === 'exact' && (value === '-r' || isLocalVariable(value))),
  date: (args) =>
    args.every(
      ({ value, certainty }) =>
        certainty === 'exact' && /^(\+.*|-u|-R|-I\w*|--utc|--iso-8601(=\w+)?|--rfc-3339=\w+|--rfc-email)$/s.test(value),
    ),
  command: (args) => args.length >= 2 && /^-[vV]$/.test(args[0]!.value) && args.every(({ certainty }) => certainty === 'exact'),
};

/** Builtins that evaluate a subscript in a name they are given. */
const evaluating = new Set([
  'read',
  'unset',
  'declare',
  'typeset',
  'local',
  'export',
  'readonly',
  'let',
  'mapfile',
  'readarray',
  'getopts',
  'wait',
]);

/** True if a builtin would evaluate one of its arguments, and with it a substitution written as plain text. */
export function evaluatesText(name: string, args: readonly ShellWord[]): boolean {
  if (evaluating.has(name))
    return name === 'let' || args.some(({ value, certainty }) => certainty === 'unknown' || /[$`]|\[[^\d@*]/.test(value));
  if (name === 'test' || name === '[') return !isPlainTest(args);
  if (name !== 'printf') return false;
  return (
    args.some(
      ({ value, certainty }, at) =>
        value.startsWith('-v') && (certainty !== 'exact' || !isLocalVariable(value.slice(2) || (args[at + 1]?.value ?? ''))),
    ) || args.some(({ value }) => /%[-+ #0-9.*]*n/.test(value))
  );
}

/** No `-v` (which evaluates a subscript), and no word that could turn out to be one. */
function isPlainTest(args: readonly ShellWord[]): boolean {
  return args.every((word, at) => {
    if (word.value === '-v' || word.value === '-R') return /^\w*$/.test(args[at + 1]?.value ?? '') && args[at + 1]?.certainty !== 'unknown';
    if (word.certainty === 'exact' && !word.glob) return !/\[.*[$`]/.test(word.value);
    return (
      word.raw.startsWith('"') &&
      (isOperator(args[at - 1], /^(-[a-zA-Z]{1,2}|[=!<>]=?|==)$/) ||
        isOperator(args[at + 1], /^([=<>]|==|!=|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/))
    );
  });
}

function isOperator(word: ShellWord | undefined, form: RegExp): boolean {
  return word !== undefined && word.certainty === 'exact' && form.test(word.value);
}

function isNumeric(args: readonly ShellWord[]): boolean {
  return args.every(({ value }) => /^\d*$/.test(value));
}
