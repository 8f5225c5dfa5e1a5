import type { PathUse } from '../access.js';
import { programName, type ShellCommand } from './command.js';
import { readAwk } from './table/awk.js';
import { builtins } from './table/builtin.js';
import { readFind } from './table/find.js';
import { readArguments, type Role } from './table/form.js';
import { readGit } from './table/git.js';
import { readJq } from './table/jq.js';
import { readers } from './table/reader.js';
import { readSed } from './table/sed.js';
import { writers } from './table/writer.js';
import type { ShellWord } from './word.js';
import { programCalls } from './wrapper.js';

/** What a command does with files, as its arguments say. */
export interface FileUse {
  readonly paths: readonly PathUse[];
  /** Paths that are only known when the command runs. */
  readonly unknown: readonly { kind: 'read' | 'write'; raw: string; open?: boolean }[];
  /** Every word of the program that can be a path is known to be one. */
  readonly complete: boolean;
}

interface Use {
  role: Role;
  word: ShellWord;
}

/** Finds the files that a command names, in redirections and in its arguments. */
export function fileUse(command: ShellCommand): FileUse {
  const redirected = command.redirects
    .map(({ kind, target }): Use => ({ role: kind, word: target }))
    .filter(({ word }) => !isSink(word.value));
  const { uses, recognised, complete } = argumentUse(command);
  const all = [...redirected, ...uses].filter(({ role }) => role !== 'text');
  const open =
    command.open === true && recognised
      ? [{ kind: mayWrite(command) ? 'write' : 'read', raw: 'arguments from standard input', open: true } as const]
      : [];
  return {
    complete,
    paths: all
      .filter(({ word }) => word.certainty !== 'unknown')
      .map(({ role, word }) => ({
        kind: role === 'write' ? 'write' : 'read',
        path: word.value,
        folder: role === 'tree' || role === 'list' ? role : undefined,
        glob: word.glob,
      })),
    unknown: [
      ...all
        .filter(({ word }) => word.certainty !== 'exact')
        .map(({ role, word }): FileUse['unknown'][number] => ({ kind: role === 'write' ? 'write' : 'read', raw: word.raw })),
      ...open,
    ],
  };
}

/** Programs that take along everything in the folders they are given. */
const copiesFolders = new Set(['tar', 'bsdtar', 'zip', '7z', 'rsync', 'scp', 'rclone', 'cpio', 'pax', 'restic', 'borg']);

/** Words that may be paths although the program is not known to read files. */
export function guessedPaths(command: ShellCommand): PathUse[] {
  const words = command.words
    .slice(1)
    .flatMap(({ value, certainty, glob }) =>
      certainty === 'unknown' || value === '' ? [] : [value, ...value.split(/[=:@]/)].map((path) => ({ path, glob })),
    );
  const folder = programCalls(command, (name) => copiesFolders.has(name)).length > 0 ? 'tree' : undefined;
  return words
    .map(({ path, glob }): PathUse => ({ kind: 'read', path: path.replace(/^-\w/, '') || path, guessed: true, glob, folder }))
    .filter(({ path }) => path !== '' && path.length < 4096);
}

/** Output that goes nowhere, or to where it would go anyway. */
function isSink(target: string): boolean {
  return target === '/dev/null' || target === '/dev/stdout' || target === '/dev/stderr';
}

/** True if more arguments could make the program write. */
function mayWrite(command: ShellCommand): boolean {
  const name = programName(command.words[0]);
  return (
    name === 'git' ||
    name === 'sed' ||
    name === 'dd' ||
    Object.hasOwn(writers, name) ||
    (Object.hasOwn(readers, name) && readers[name]!.strict)
  );
}

interface ArgumentUse {
  uses: readonly Use[];
  /** The judge knows how the program takes its arguments. */
  recognised: boolean;
  complete: boolean;
}

function argumentUse({ words }: ShellCommand): ArgumentUse {
  const name = programName(words[0]);
  const args = words.slice(1);
  const known = (uses: readonly Use[], complete = true): ArgumentUse => ({ uses, recognised: true, complete });
  if (name === 'git') return known(readGit(args).uses, false);
  if (name === 'find') return known(readFind(args).roots.map((word) => ({ role: 'list', word })));
  if (name === 'sed') return known(sedUses(args));
  if (name === 'jq')
    return known(
      readJq(args).files.map((word) => ({ role: 'read', word })),
      readJq(args).readOnly,
    );
  if (/^[gmn]?awk$/.test(name))
    return known(
      readAwk(args).files.map((word) => ({ role: 'read', word })),
      readAwk(args).readOnly,
    );
  if (name === 'cd') return known(args.filter(({ value }) => !value.startsWith('-')).map((word) => ({ role: 'list', word })));
  if (name === 'dd') return known(args.flatMap(ddUse));
  if (name === 'source' || name === '.') return known(args.slice(0, 1).map((word) => ({ role: 'read', word })));
  if (Object.hasOwn(builtins, name)) return known([]);
  if (Object.hasOwn(readers, name)) return known(readerUses(name, args));
  return Object.hasOwn(writers, name) ? known(writerUses(name, args), false) : { uses: [], recognised: false, complete: false };
}

const here: ShellWord = { raw: '.', value: '.', certainty: 'exact', glob: false };

function readerUses(name: string, args: readonly ShellWord[]): readonly Use[] {
  const { uses, flags } = readArguments(args, readers[name]!);
  const recursive = name === 'rg' || ['-r', '-R', '--recursive', '--dereference-recursive'].some((flag) => flags.has(flag));
  const isGrep = /^[ef]?grep$/.test(name);
  if (isGrep && !recursive) return uses.map(asFile);
  const searchesHere = (isGrep || name === 'rg') && !uses.some(({ role }) => role === 'tree');
  return searchesHere ? [...uses, { role: 'tree', word: here }] : uses;
}

function writerUses(name: string, args: readonly ShellWord[]): readonly Use[] {
  const { uses, flags } = readArguments(args, writers[name]!);
  if (name === 'cp') return copyUses(uses, flags);
  return name === 'mv' || name === 'ln' || name === 'install' ? moveUses(uses, flags) : uses;
}

function asFile(use: Use): Use {
  return use.role === 'tree' ? { ...use, role: 'read' } : use;
}

function sedUses(args: readonly ShellWord[]): Use[] {
  const { inPlace, files, suspect } = readSed(args);
  const hidden: Use[] = suspect
    ? [{ role: 'write', word: { raw: 'files named in the sed script', value: '', certainty: 'unknown', glob: false } }]
    : [];
  return [...files.map((word): Use => ({ role: inPlace ? 'write' : 'read', word })), ...hidden];
}

function ddUse(word: ShellWord): Use[] {
  const named = /^(if|of)=(.*)$/s.exec(word.value);
  return named === null ? [] : [{ role: named[1] === 'of' ? 'write' : 'read', word: { ...word, value: named[2]! } }];
}

/** The last operand is where the copies go, unless a flag names it. */
function copyUses(uses: readonly Use[], flags: ReadonlySet<string>): Use[] {
  const targets = uses.filter(({ role }) => role === 'write');
  const sources = uses.filter(({ role }) => role === 'read');
  if (flags.has('-t') || flags.has('--target-directory') || targets.length > 0)
    return [...sources, ...targets, ...landings(sources, targets)];
  const target = sources.pop();
  return target === undefined ? [] : [...sources, { role: 'write', word: target.word }, ...landings(sources, [target])];
}

function moveUses(uses: readonly Use[], flags: ReadonlySet<string>): Use[] {
  const operands = uses.filter(({ role }) => role === 'write');
  const target = flags.has('-t') || flags.has('--target-directory') ? operands[0] : operands.at(-1);
  return target === undefined
    ? [...uses]
    : [
        ...uses,
        ...landings(
          operands.filter((use) => use !== target),
          [target],
        ),
      ];
}

/** If the target is a folder, each source lands in it under its own name. */
function landings(sources: readonly Use[], targets: readonly Use[]): Use[] {
  return targets.flatMap(({ word: target }) =>
    sources.map(({ word: source }): Use => {
      const name = source.value.replace(/\/+$/, '').split('/').at(-1) ?? '';
      const open = name === '' || name === '.' || name === '..';
      return {
        role: 'write',
        word: {
          ...target,
          value: `${target.value}/${name}`,
          certainty: open ? 'unknown' : worse(source, target),
          glob: source.glob || target.glob,
        },
      };
    }),
  );
}

function worse(a: ShellWord, b: ShellWord): ShellWord['certainty'] {
  return a.certainty === 'unknown' || b.certainty === 'unknown'
    ? 'unknown'
    : a.certainty === 'likely' || b.certainty === 'likely'
      ? 'likely'
      : 'exact';
}
