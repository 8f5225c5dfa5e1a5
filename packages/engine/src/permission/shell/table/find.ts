import type { ShellWord } from '../word.js';

const plain = new Set(
  '-a -and -o -or -not ! ( ) , -print -print0 -ls -prune -quit -true -false -empty -readable -writable -executable -depth -d -xdev -mount -daystart -noleaf -nouser -nogroup -P -H -ignore_readdir_race -noignore_readdir_race -warn -nowarn -help -version'.split(
    ' ',
  ),
);
const valued = new Set(
  '-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -type -xtype -maxdepth -mindepth -size -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -uid -gid -links -inum -used -fstype -regextype -printf -newermt -newerat -newerct'.split(
    ' ',
  ),
);
const compared = new Set('-newer -anewer -cnewer -samefile -newerma -newermc -neweram -newercm'.split(' '));

/** Reads the arguments of find: which trees it walks, and whether it only looks. */
export function readFind(args: readonly ShellWord[]): { readOnly: boolean; roots: readonly ShellWord[] } {
  const start = args.findIndex((word) => /^(-(?![LPH]$|O\d$)|[(!,]$)/.test(word.value) || word.certainty === 'unknown');
  const roots = (start === -1 ? args : args.slice(0, start)).filter((word) => !word.value.startsWith('-'));
  // With -L it would walk into whatever the links of the project lead to.
  let readOnly =
    !args.some(({ value }) => value === '-L') &&
    !roots.some((word) => word.certainty !== 'exact' || (word.glob && /^[*?[]/.test(word.value)));
  const more: ShellWord[] = [];
  for (let at = start === -1 ? args.length : start; at < args.length; at++) {
    const { value, certainty, glob } = args[at]!;
    if (certainty !== 'exact' || (glob && value !== '!')) readOnly = false;
    else if (valued.has(value)) at++;
    else if (compared.has(value)) more.push(args[++at]!);
    else if (!plain.has(value)) readOnly = false;
  }
  return { readOnly, roots: [...roots, ...more.filter((word) => word !== undefined)] };
}

/** True if find would run programs, remove or write files, or may be told to. */
export function findActs(args: readonly ShellWord[]): boolean {
  return args.some(
    ({ value, certainty, glob }, at) =>
      certainty !== 'exact' ||
      (glob && !valued.has(args[at - 1]?.value ?? '') && /^[-*?[+@!]/.test(value)) ||
      /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls|files0-from)$/.test(value),
  );
}
