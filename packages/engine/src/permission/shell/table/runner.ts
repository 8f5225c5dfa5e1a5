import { programName } from '../command.js';
import type { ShellWord } from '../word.js';

/** Flags whose value is a command, by program. A value may follow in the next word or after `=`. */
const flags: Readonly<Record<string, RegExp>> = {
  git: /^(-c|-x|--exec|--upload-pack|--receive-pack|--open-files-in-pager|-O|--(tree|index|env|msg|commit|parent)-filter|--extcmd)$/,
  tar: /^(--checkpoint-action|--to-command|-I|--use-compress-program|-F|--info-script|--new-volume-script|--rsh-command)$/,
  rg: /^(--pre|--hostname-bin)$/,
  man: /^(-P|-H|--pager|--html)$/,
  sort: /^--compress-program$/,
  rsync: /^(-e|--rsh|--rsync-path)$/,
  ssh: /^-o$/,
  scp: /^(-o|-S)$/,
  sftp: /^(-o|-S)$/,
  zip: /^(-TT|--unzip-command)$/,
  'nix-shell': /^(--run|--command)$/,
  nix: /^(-c|--command)$/,
  less: /^--?\+/,
  wget: /^--use-askpass$/,
  svn: /^--(diff|editor)-cmd$/,
  hg: /^(--config|--pager)$/,
};

/** Subcommands after which a command stands, as words or as one text. */
const subcommands: Readonly<Record<string, RegExp>> = { git: /^(bisect run|submodule foreach)$/ };

/** True for a program that can be told to run others by its flags. */
export function runsByFlag(name: string): boolean {
  return Object.hasOwn(flags, name);
}

/** The texts that a program is told to run by its flags, such as `git -c core.pager=…`. */
export function commandsInFlags(words: readonly ShellWord[]): string[] {
  const name = programName(words[0]);
  const flag = Object.hasOwn(flags, name) ? flags[name]! : undefined;
  const subcommand = Object.hasOwn(subcommands, name) ? subcommands[name]! : undefined;
  if (flag === undefined) return [];
  return words.flatMap(({ value }, at) => {
    const [start = '', ...rest] = value.split('=');
    if (flag.test(value)) return words[at + 1] === undefined ? [] : [bare(words[at + 1]!.value)];
    if (flag.test(start)) return [bare(rest.join('='))];
    if (flag.test(value.slice(0, 2)) && !value.startsWith('--')) return [bare(value.slice(2))];
    const pair = `${words[at - 1]?.value} ${value}`;
    return subcommand?.test(pair) === true
      ? [
          words
            .slice(at + 1)
            .map((word) => word.value)
            .join(' '),
        ]
      : [];
  });
}

/** The command without the setting it is the value of, and without the mark that makes it one. */
function bare(text: string): string {
  return text.replace(/^[\w.-]+=/, '').replace(/^[!|]+/, '');
}
