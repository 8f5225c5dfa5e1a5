import { contains } from '../path/contain.js';
import { isCritical, isPlace, isSystemFolder } from '../path/critical.js';
import { resolvePath } from '../path/resolve.js';
import type { PermissionPolicy } from '../policy.js';
import { programName, type ShellCommand } from '../shell/command.js';
import { rawWords } from '../shell/raw-words.js';
import type { ShellWord } from '../shell/word.js';
import { programCalls, programPlaces } from '../shell/wrapper.js';
import { built, type Answer } from '../verdict.js';
import type { Step } from './step.js';

/** Removing the system, the home or the working directory is asked in every mode. */
export const criticalRemoval: Step = {
  name: 'criticalRemoval',
  answer: ({ subject, policy }) => {
    const { shell } = subject;
    if (shell === undefined) return undefined;
    const folders = shell.directories ?? [policy.cwd];
    const commands = [...shell.commands, ...shell.carried];
    const targets = commands.flatMap(removals);
    const target = [...targets, ...handedOn(commands)].find((word) => isCriticalTarget(word, folders, policy));
    if (target !== undefined) return asked(target.raw, target.value);
    // A variable whose values are known one by one, as in a loop.
    const hidden = targets.find(({ certainty, raw }) => certainty === 'unknown' && raw.includes('$'));
    const value = hidden && shell.assigned.find((each) => isCriticalTarget(exact(each), folders, policy));
    if (value !== undefined) return asked(value, value);
    const inCode = shell.code
      .flatMap(rawWords)
      .flatMap(removedIn)
      .find((word) => isCriticalTarget(exact(word), [policy.cwd], policy));
    return inCode === undefined ? undefined : asked(inCode, inCode);
  },
};

function asked(what: string, path: string): Answer {
  return built('ask', `Asked: ${what} would remove the system, the home or the working directory.`, path);
}

function exact(value: string): ShellWord {
  return { raw: value, value, certainty: 'exact', glob: /[*?[]/.test(value) };
}

/** The trees whose files a find hands to a removal. */
function handedOn(commands: readonly ShellCommand[]): ShellWord[] {
  const calls = commands.flatMap((command) => programCalls(command, (name) => name === 'xargs' || name === 'find'));
  const removes = calls.some(([program, ...rest]) => programName(program) === 'xargs' && rest.some((word) => programName(word) === 'rm'));
  if (!removes) return [];
  return calls.flatMap(([program, ...args]) => (programName(program) === 'find' && !selects(args) ? operands(args) : []));
}

/** What stands after an rm in program text of another language. */
function removedIn(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    if (word !== 'rm' || !words[at + 1]?.startsWith('-')) return [];
    const rest = words.slice(at + 1);
    const start = rest.findIndex((each) => !each.startsWith('-'));
    return start === -1 ? [] : [rest[start]!];
  });
}

/** The words that name what a command removes. */
function removals(command: ShellCommand): ShellWord[] {
  const named = programPlaces(command).map((place) => [programName(command.words[place]), place] as const);
  // The words after the first rm hold those after a second one.
  const first = new Map(named.filter(([name]) => /^(rm|rmdir|mv|find)$/.test(name)).toReversed());
  return [...first].flatMap(([name, place]) => {
    const args = command.words.slice(place + 1);
    if (name === 'mv') return movedAway(args);
    return name !== 'find' || removesAll(args) ? operands(args) : [];
  });
}

/** A folder that is moved is gone from where it was. */
function movedAway(args: readonly ShellWord[]): ShellWord[] {
  return operands(args)
    .slice(0, -1)
    .filter(({ certainty, glob }) => certainty === 'exact' && !glob);
}

function operands(args: readonly ShellWord[]): ShellWord[] {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter(({ value }, at) => (end !== -1 && at > end) || !value.startsWith('-'));
}

/** A find that removes without looking at names. */
function removesAll(args: readonly ShellWord[]): boolean {
  return args.some(({ value }) => value === '-delete' || value === 'rm') && !selects(args);
}

function selects(args: readonly ShellWord[]): boolean {
  return args.some(({ value }) => /^-(i?name|i?path|i?regex|size|empty|[amc](time|min)|newer.*|user|group|perm)$/.test(value));
}

function isCriticalTarget(word: ShellWord, folders: readonly string[], policy: PermissionPolicy): boolean {
  if (/^~([a-z_][\w-]*|[+-])\/?$/i.test(word.raw)) return true;
  const path = wholeFolder(word);
  if (path === undefined) return false;
  return folders.some((folder) =>
    resolvePath(path, folder, policy.fs).names.some((name) =>
      word.certainty === 'unknown' ? path.startsWith('/') && (isSystemFolder(name) || isPlace(name, policy)) : isCritical(name, policy),
    ),
  );
}

/** The folder that is removed, or all of whose content is; undefined when only some of its files are. */
function wholeFolder({ value, certainty, glob }: ShellWord): string | undefined {
  if (value === '' && certainty === 'unknown') return undefined;
  if (!glob) return value;
  const names = value.replace(/\/+$/, '').split('/');
  const first = names.findIndex((name) => /[*?[]/.test(name));
  if (first === -1) return value;
  const folder = names.slice(0, first).join('/') || (value.startsWith('/') ? '/' : '.');
  const all = /^(\*+|\.\*|\.\?\?\*|\.\[[!^]?\.\]\*)$/.test(names[first]!);
  return all || (contains('/', folder) && folder === '/') ? folder : undefined;
}
