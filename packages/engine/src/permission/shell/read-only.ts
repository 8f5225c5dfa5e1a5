import { programName, type ShellCommand } from './command.js';
import { builtins } from './table/builtin.js';
import { readAwk } from './table/awk.js';
import { findActs, readFind } from './table/find.js';
import { readArguments } from './table/form.js';
import { readGit } from './table/git.js';
import { readJq } from './table/jq.js';
import { readers } from './table/reader.js';
import { readSed } from './table/sed.js';
import { asksVersion } from './table/version.js';
import { editCommands, writers } from './table/writer.js';
import type { ShellWord } from './word.js';

/** True if the program and every flag it is given are known to only read or print. Says nothing about which files. */
export function isReadOnly(command: ShellCommand): boolean {
  const [program, ...args] = command.words;
  if (program === undefined) return true;
  if (program.certainty !== 'exact' || program.glob || command.open === true) return false;
  const name = program.value;
  if (Object.hasOwn(builtins, name)) return builtins[name]!(args);
  if (!args.every((word) => word.certainty === 'exact')) return false;
  if (asksVersion(name, args)) return true;
  if (name === 'git') return readGit(args).readOnly && !args.some(startsWithGlob);
  if (name === 'find') return readFind(args).readOnly;
  if (name === 'sed') return isPlainSed(args) && !readSed(args).inPlace;
  if (name === 'jq') return readJq(args).readOnly;
  if (name === 'awk' || name === 'gawk' || name === 'mawk') return readAwk(args).readOnly;
  if (!Object.hasOwn(readers, name)) return false;
  const shape = readers[name]!;
  const { uses, unknown, tooMany } = readArguments(args, shape);
  return unknown.length === 0 && !tooMany && !uses.some(({ role }) => role === 'write') && !(shape.strict && args.some(startsWithGlob));
}

/** True if the program is one that accepted edits cover, with flags that only mean that. */
export function isFileEdit(command: ShellCommand): boolean {
  const [program, ...args] = command.words;
  if (program === undefined || program.certainty !== 'exact' || !editCommands.has(program.value) || command.open === true) return false;
  if (args.length === 0 || args.some((word) => word.certainty !== 'exact' || word.glob)) return false;
  if (program.value === 'sed') return isPlainSed(args);
  return readArguments(args, writers[program.value]!).unknown.length === 0;
}

/** Programs that run others in a way no beginning of a text can vouch for. */
const neverByPrefix = new Set(['watch', 'setsid', 'ionice', 'flock']);

/** Why an allow rule that is not the exact command must not answer for this call; undefined when it may. */
export function beyondPrefix(command: ShellCommand): string | undefined {
  const [program, ...args] = command.words;
  const name = programName(program);
  if (neverByPrefix.has(name)) return `${name} runs another command`;
  if (name === 'find' && (command.open === true || findActs(args))) return 'find would run, remove or write something';
  return undefined;
}

function isPlainSed(args: readonly ShellWord[]): boolean {
  const { plainScript, knownFlags } = readSed(args);
  return plainScript && knownFlags && !args.some(startsWithGlob);
}

function startsWithGlob(word: ShellWord): boolean {
  return word.glob && /^[*?[+@!]/.test(word.value);
}
