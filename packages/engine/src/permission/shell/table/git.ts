import type { ShellWord } from '../word.js';
import { form, readArguments, type Form, type Role } from './form.js';

const revisions =
  '--all --branches? --tags? --remotes? --glob= --exclude= --not --merges --no-merges --first-parent --reverse --date-order --author-date-order --topo-order --boundary --left-right --cherry-pick --cherry-mark --left-only --right-only --simplify-by-decoration --full-history --ancestry-path? --follow -n= --max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --invert-grep --all-match -i --regexp-ignore-case -E --extended-regexp -F --fixed-strings -P --perl-regexp --min-parents= --max-parents=';
const looks =
  '--oneline --pretty? --format= --abbrev-commit --no-abbrev-commit --abbrev? --date= --relative-date --graph --decorate? --no-decorate --show-signature --notes? --no-notes --parents --children --color? --no-color --no-pager -z --encoding=';
const diffs =
  '-p -u -s -U= -w -b -a -R -W -r -t -c -m -M? -C? -D -B? -S= -G= -O=< -l= --patch --no-patch --unified= --stat? --numstat --shortstat --dirstat? --cumulative --summary --name-only --name-status --patch-with-stat --patch-with-raw --raw --cc --diff-filter= --diff-algorithm= --patience --histogram --minimal --anchored= --word-diff? --word-diff-regex= --color-words? --color-moved? --color-moved-ws= --no-renames --find-renames? --find-copies? --find-copies-harder --irreversible-delete --check --full-index --binary --ignore-space-change --ignore-all-space --ignore-space-at-eol --ignore-cr-at-eol --ignore-blank-lines --ignore-matching-lines= --inter-hunk-context= --function-context --exit-code --quiet --no-ext-diff --no-textconv --text --src-prefix= --dst-prefix= --no-prefix --submodule? --ignore-submodules? --relative? --pickaxe-all --pickaxe-regex --rotate-to= --skip-to= --output=> --cached --staged --merge-base --no-index -q -1 -2 -3 -0';

const strict = { strict: true } as const;

/** Subcommands of git that only look, with the flags for which that is true. */
const subcommands: Readonly<Record<string, Form>> = {
  status: form(
    '-s -b -v -z -u? --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignore-submodules? --ignored? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames?',
    ['text'],
    strict,
  ),
  log: form(
    `${revisions} ${looks} ${diffs} -L= --walk-reflogs -g --source --use-mailmap --no-mailmap --full-diff --log-size --no-walk?`,
    ['text'],
    { ...strict, numbers: true },
  ),
  show: form(`${revisions} ${looks} ${diffs}`, ['text'], { ...strict, numbers: true }),
  diff: form(`${looks} ${diffs}`, ['text'], { ...strict, numbers: true }),
  shortlog: form(`${revisions} -s -n -e -c --numbered --summary --email --group= --format=`, ['text'], strict),
  'rev-parse': form(
    '--abbrev-ref? --short? --verify -q --quiet --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --all --branches? --tags? --remotes? --path-format= --revs-only --no-revs --flags --no-flags --default= --show-object-format?',
    ['text'],
    strict,
  ),
  'rev-list': form(`${revisions} ${looks} --count --objects --disk-usage? --timestamp`, ['text'], { ...strict, numbers: true }),
  'ls-files': form(
    '-c -d -m -o -i -s -u -k -t -v -z -x= -X=< --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --exclude= --exclude-from=< --exclude-per-directory= --exclude-standard --error-unmatch --full-name --recurse-submodules --abbrev? --eol --deduplicate --format=',
    ['text'],
    strict,
  ),
  'ls-tree': form(
    '-d -r -t -l -z --name-only --name-status --object-only --long --full-name --full-tree --abbrev? --format=',
    ['text'],
    strict,
  ),
  'cat-file': form('-t -s -e -p', ['text'], strict),
  blame: form(
    '-b -l -t -s -e -w -p -f -n -c -M? -C? -L= --porcelain --line-porcelain --incremental --root --show-stats --show-name --show-number --show-email --since= --date= --abbrev= --reverse --first-parent --ignore-rev= --color-lines --color-by-age',
    ['text'],
    strict,
  ),
  describe: form(
    '--all --tags --contains --abbrev= --candidates= --exact-match --long --match= --exclude= --always --first-parent --dirty? --broken?',
    ['text'],
    strict,
  ),
  'merge-base': form('-a --all --octopus --independent --is-ancestor --fork-point', ['text'], strict),
  'for-each-ref': form(
    '--count= --sort= --format= --points-at= --merged? --no-merged? --contains? --no-contains? --ignore-case --color?',
    ['text'],
    strict,
  ),
  'show-ref': form('-s -d -q --head --heads --tags --branches --hash? --abbrev? --dereference --verify --quiet', ['text'], strict),
  'name-rev': form('--tags --refs= --exclude= --all --name-only --always', ['text'], strict),
  'count-objects': form('-v -H --verbose --human-readable', [], { ...strict, most: 0 }),
  'check-ignore': form('-q -v -n -z --quiet --verbose --non-matching --no-index', ['text'], strict),
  'diff-tree': form(`${looks} ${diffs} --root --stdin --no-commit-id`, ['text'], strict),
  grep: form(
    '-n -i -I -w -v -E -G -P -F -l -L -c -h -H -o -p -W -q -a -z -r -e= -A= -B= -C= -m= --line-number --column --files-with-matches --name-only --files-without-match --count --color? --no-color --break --heading --show-function --function-context --cached --untracked --no-index --recursive --max-depth= --ignore-case --word-regexp --invert-match --extended-regexp --perl-regexp --fixed-strings --and --or --not --all-match --quiet --context= --after-context= --before-context= --only-matching --full-name',
    ['text'],
    { ...strict, numbers: true },
  ),
  branch: form(
    '-a -r -v -i --all --remotes --list -l --verbose --show-current --contains? --no-contains? --merged? --no-merged? --points-at= --sort= --format= --color? --no-color --column? --no-column --abbrev? --ignore-case',
    ['text'],
    strict,
  ),
  tag: form(
    '-l -n? -i --list --contains? --no-contains? --merged? --no-merged? --points-at= --sort= --format= --color? --column? --no-column --ignore-case',
    ['text'],
    strict,
  ),
  remote: form('-v --verbose', ['text'], strict),
  stash: form(diffs, ['text'], strict),
  worktree: form('--porcelain -v -z --verbose', ['text'], strict),
  reflog: form(`${revisions} ${looks} ${diffs}`, ['text'], { ...strict, numbers: true }),
  config: form(
    '-l -z --list --get --get-all --get-regexp= --global --local --system --worktree --show-origin --show-scope --name-only --null --type= --bool --int --default=',
    ['text'],
    strict,
  ),
  'symbolic-ref': form('-q --quiet --short --no-recurse', ['text'], { ...strict, most: 1 }),
  'diff-index': form(`${looks} ${diffs}`, ['text'], strict),
  'diff-files': form(`${looks} ${diffs}`, ['text'], strict),
  whatchanged: form(`${revisions} ${looks} ${diffs}`, ['text'], { ...strict, numbers: true }),
  'range-diff': form(`${looks} ${diffs} --creation-factor= --no-dual-color`, ['text'], strict),
  cherry: form('-v --abbrev?', ['text'], strict),
  version: form('--build-options', [], { ...strict, most: 0 }),
  help: form('-a -g', [], { ...strict, most: 0 }),
};

/** Operands that these subcommands may have without changing anything. */
const operandChecks: Readonly<Record<string, (operands: readonly string[], flags: ReadonlySet<string>) => boolean>> = {
  branch: (operands, flags) =>
    operands.length === 0 || ['-l', '--list', '--contains', '--no-contains', '--merged', '--no-merged'].some((flag) => flags.has(flag)),
  tag: (operands, flags) =>
    operands.length === 0 ||
    ['-l', '--list', '-n', '--contains', '--no-contains', '--merged', '--no-merged'].some((flag) => flags.has(flag)),
  remote: (operands) => operands.length === 0 || (operands.length === 2 && operands[0] === 'get-url'),
  stash: (operands) => operands[0] === 'list' || operands[0] === 'show',
  worktree: (operands) => operands.length === 1 && operands[0] === 'list',
  reflog: (operands) => operands.length === 0 || operands[0] === 'show' || /^(HEAD|[\w./-]+@\{)/.test(operands[0]!),
  config: (operands, flags) =>
    ['-l', '--list'].some((flag) => flags.has(flag))
      ? operands.length === 0
      : operands.length <= 1 &&
        (['--get', '--get-all', '--get-regexp'].some((flag) => flags.has(flag)) || /^\w+\./.test(operands[0] ?? '')),
};

/** How a git call uses files, and whether it only looks. */
export interface GitUse {
  readonly readOnly: boolean;
  readonly uses: readonly { role: Role; word: ShellWord }[];
}

/** Reads the arguments of git. */
export function readGit(args: readonly ShellWord[]): GitUse {
  let at = 0;
  while (args[at]?.value === '--no-pager' || args[at]?.value === '--no-optional-locks' || args[at]?.value === '--literal-pathspecs') at++;
  const name = args[at]?.value ?? '';
  if (args.length === 1 && name === '--version') return { readOnly: true, uses: [] };
  if (!Object.hasOwn(subcommands, name)) return { readOnly: false, uses: outputs(args) };
  const { uses, unknown, tooMany, flags } = readArguments(args.slice(at + 1), subcommands[name]!);
  const operands = uses
    .filter(({ role, word }) => role === 'text' && !word.value.startsWith('-') && args.includes(word))
    .map(({ word }) => word);
  const checked =
    operandChecks[name]?.(
      operands.map(({ value }) => value),
      flags,
    ) ?? true;
  const paths = operands.filter(({ value }) => leavesProject(value)).map((word) => ({ role: 'tree' as const, word }));
  return { readOnly: unknown.length === 0 && !tooMany && checked && !uses.some(({ role }) => role === 'write'), uses: [...uses, ...paths] };
}

/** A path that git would have to look for elsewhere: `git diff` compares any two files. */
function leavesProject(value: string): boolean {
  return (
    value.startsWith('/') ||
    (value.split('/').includes('..') && !/^[\w./-]*\.\.\.?[\w./-]*$/.test(value)) ||
    value.startsWith('../') ||
    value === '..'
  );
}

/** Files that any git command can be told to write. */
function outputs(args: readonly ShellWord[]): GitUse['uses'] {
  return readArguments(args, form('-o=> --output=> --output-directory=>')).uses.filter(({ role }) => role === 'write');
}
