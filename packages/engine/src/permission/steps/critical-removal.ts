import { contains } from '../path/contain.js';
import { isCritical, isSystemFolder } from '../path/critical.js';
import { resolvePath } from '../path/resolve.js';
import type { PermissionPolicy } from '../policy.js';
import { programName, type ShellCommand } from '../shell/command.js';
import type { ShellWord } from '../shell/word.js';
import { programPlaces } from '../shell/wrapper.js';
import { built } from '../verdict.js';
import type { Step } from './step.js';

/** Removing the system, the home or the working directory is asked in every mode. */
export const criticalRemoval: Step = {
  name: 'criticalRemoval',
  answer: ({ subject, policy }) => {
    const { shell } = subject;
    if (shell === undefined) return undefined;
    const folders = shell.directories ?? [policy.cwd];
    for (const command of [...shell.commands, ...shell.carried]) {
      const target = removals(command).find((word) => isCriticalTarget(word, folders, policy));
      if (target !== undefined)
        return built('ask', `Asked: ${target.raw} would remove the system, the home or the working directory.`, target.value);
    }
    return undefined;
  },
};

/** The words that name what a command removes. */
function removals(command: ShellCommand): ShellWord[] {
  return programPlaces(command).flatMap((place) => {
    const name = programName(command.words[place]);
    if (name !== 'rm' && name !== 'rmdir' && name !== 'find') return [];
    const args = command.words.slice(place + 1);
    return name !== 'find' || removesAll(args) ? operands(args) : [];
  });
}

function operands(args: readonly ShellWord[]): ShellWord[] {
  const end = args.findIndex(({ value }) => value === '--');
  return args.filter(({ value }, at) => (end !== -1 && at > end) || !value.startsWith('-'));
}

/** A find that removes without looking at names. */
function removesAll(args: readonly ShellWord[]): boolean {
  return (
    args.some(({ value }) => value === '-delete' || value === 'rm') &&
    !args.some(({ value }) => /^-(i?name|i?path|i?regex|size|empty|[amc](time|min)|newer.*|user|group|perm)$/.test(value))
  );
}

function isCriticalTarget(word: ShellWord, folders: readonly string[], policy: PermissionPolicy): boolean {
  if (/^~[a-z_][\w-]*\/?$/i.test(word.raw)) return true;
  const path = wholeFolder(word);
  if (path === undefined) return false;
  return folders.some((folder) =>
    resolvePath(path, folder, policy.fs).names.some((name) =>
      word.certainty === 'unknown' ? path.startsWith('/') && isSystemFolder(name) : isCritical(name, policy),
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
