import { form, type Form } from './form.js';

const sums = '-btwz --binary --text --tag --zero';
const context = '-A= -B= -C= -m= --after-context= --before-context= --context= --max-count=';

const grep = form(
  `-EFGPivwxcLloqsbHhnTzaIrUZ ${context} -e= -f=< --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp= --file=< --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color? --colour? --files-without-match --files-with-matches --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label= --line-number --initial-tab --null --text --binary-files= --exclude= --exclude-dir= --include= --recursive --line-buffered --null-data`,
  ['tree'],
  { numbers: true, patternFlags: ['-e', '-f', '--regexp', '--file'] },
);

/** Programs that only read, with the flags for which that is true. */
export const readers: Readonly<Record<string, Form>> = {
  ls: form(
    '-aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1 -I= -w= -T= --all --almost-all --author --escape --block-size= --ignore-backups --color? --directory --dired --classify? --file-type --format= --full-time --group-directories-first --no-group --human-readable --si --dereference --hide= --hyperlink? --indicator-style= --inode --ignore= --kibibytes --literal --numeric-uid-gid --quote-name --quoting-style= --reverse --recursive --size --sort= --time= --time-style= --tabsize= --width= --context --zero',
    ['list'],
  ),
  cat: form('-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting', ['read']),
  head: form('-qvz -n= -c= --lines= --bytes= --quiet --silent --verbose --zero-terminated', ['read'], { numbers: true }),
  tail: form(
    '-fFqvz -n= -c= --lines= --bytes= --quiet --silent --verbose --zero-terminated --follow? --retry --sleep-interval=',
    ['read'],
    { numbers: true },
  ),
  wc: form('-clLmw --bytes --chars --lines --max-line-length --words --total=', ['read']),
  grep,
  egrep: grep,
  fgrep: grep,
  rg: form(
    `-iSsvwxclnNoqFPUHIpua0. ${context} -e= -f=< -g= -t= -T= -j= -r= -E= -M= --regexp= --file=< --glob= --iglob= --type= --type-not= --ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp --count --count-matches --files --files-with-matches --files-without-match --fixed-strings --pcre2 --multiline --multiline-dotall --line-number --no-line-number --only-matching --quiet --with-filename --no-filename --heading --no-heading --hidden --no-ignore --no-ignore-vcs --max-depth= --max-filesize= --max-columns= --replace= --sort= --sortr= --stats --json --color= --colors= --column --null --pretty --text --trim --vimgrep --type-list --unrestricted --passthru --threads= --encoding= --no-config --no-messages --crlf --debug --version`,
    ['tree'],
    { strict: true, patternFlags: ['-e', '-f', '--regexp', '--file', '--files', '--type-list', '--version'] },
  ),
  diff: form(
    '-qsuyabBdeEinNprtTwZ -c -C= -U= -I= -x= -W= --brief --report-identical-files --unified? --context? --side-by-side --width= --suppress-common-lines --ignore-case --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-trailing-space --ignore-tab-expansion --ignore-matching-lines= --text --recursive --new-file --minimal --strip-trailing-cr --color? --exclude= --label= --show-c-function --expand-tabs --no-dereference --speed-large-files --left-column --normal',
    ['tree'],
    { numbers: true },
  ),
  cmp: form('-bls -i= -n= --print-bytes --verbose --silent --quiet --bytes= --ignore-initial=', ['read', 'read', 'text']),
  comm: form('-123z --total --output-delimiter= --check-order --nocheck-order --zero-terminated', ['read']),
  stat: form('-LftZ -c= --dereference --file-system --format= --printf= --terse', ['read']),
  du: form(
    '-0aAbBcDhHklLmsSx -d= -t= -X=< --null --all --apparent-size --block-size= --bytes --total --dereference --human-readable --max-depth= --summarize --separate-dirs --one-file-system --exclude= --exclude-from=< --threshold= --time? --si --inodes',
    ['list'],
  ),
  df: form(
    '-ahHiklPT -B= -t= -x= --all --human-readable --si --inodes --local --portability --print-type --type= --exclude-type= --total --output? --block-size=',
    ['text'],
  ),
  file: form('-bhiLkNr0 --brief --mime --mime-type --mime-encoding --dereference --no-dereference --raw --print0', ['read'], {
    strict: true,
  }),
  sort: form(
    '-bdfgiMhnRrVcCmsuz -k= -t= -o=> -S= --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check? --key= --merge --stable --field-separator= --unique --zero-terminated --output=>',
    ['read'],
  ),
  uniq: form(
    '-cdDiuz -f= -s= -w= --count --repeated --all-repeated? --skip-fields= --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --group?',
    ['read', 'write'],
  ),
  cut: form(
    '-nsz -b= -c= -d= -f= --bytes= --characters= --delimiter= --fields= --complement --only-delimited --output-delimiter= --zero-terminated',
    ['read'],
  ),
  paste: form('-sz -d= --delimiters= --serial --zero-terminated', ['read']),
  join: form('-iz -a= -e= -j= -o= -t= -v= -1= -2= --ignore-case --header --check-order --nocheck-order --zero-terminated', ['read']),
  tr: form('-cCdst --complement --delete --squeeze-repeats --truncate-set1'),
  nl: form(
    '-p -b= -d= -f= -h= -i= -l= -n= -s= -v= -w= --body-numbering= --number-format= --number-width= --number-separator= --starting-line-number=',
    ['read'],
  ),
  tac: form('-br -s= --before --regex --separator=', ['read']),
  rev: form('', ['read']),
  fold: form('-bs -w= --bytes --spaces --width=', ['read']),
  fmt: form('-cstu -w= -p= -g= --width= --split-only', ['read'], { numbers: true }),
  expand: form('-i -t= --initial --tabs=', ['read']),
  column: form('-tenx -s= -o= -c= --table --separator= --output-separator= --fillrows', ['read']),
  od: form('-abcdfhilosxv -A= -j= -N= -S= -t= -w= --address-radix= --skip-bytes= --read-bytes= --format= --output-duplicates --width?', [
    'read',
  ]),
  hexdump: form('-bcCdovx -n= -s= -e=', ['read']),
  strings: form('-af -n= -t= --all --print-file-name --bytes= --radix=', ['read'], { numbers: true }),
  xxd: form('-abeEipu -c= -g= -l= -o= -s=', ['read', 'write']),
  md5sum: form(sums, ['read']),
  sha1sum: form(sums, ['read']),
  sha256sum: form(sums, ['read']),
  sha512sum: form(sums, ['read']),
  b2sum: form(`${sums} -l=`, ['read']),
  cksum: form('-a= --algorithm= --untagged', ['read']),
  base64: form('-di -w= --decode --ignore-garbage --wrap=', ['read']),
  basename: form('-az -s= --multiple --suffix= --zero'),
  dirname: form('-z --zero'),
  realpath: form(
    '-eLmPqsz --canonicalize-existing --canonicalize-missing --logical --physical --quiet --relative-to= --relative-base= --strip --no-symlinks --zero',
    ['read'],
  ),
  readlink: form('-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent --verbose --zero', [
    'read',
  ]),
  tree: form(
    '-adfipsughDFqNQrtcUvxnCA -L= -P= -I= --noreport --dirsfirst --prune --du --si --gitignore --matchdirs --charset= --filelimit= --sort= -o=>',
    ['list'],
    { strict: true },
  ),
  pwd: form('-LP --logical --physical', [], { most: 0 }),
  which: form('-as --all --skip-alias --skip-functions', ['text']),
  type: form('-afptP', ['text']),
  whoami: form('', [], { most: 0 }),
  id: form('-agGnruzZ --group --groups --name --real --user --zero', ['text']),
  groups: form('', ['text']),
  uname: form(
    '-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system',
    [],
    { most: 0 },
  ),
  nproc: form('--all --ignore=', [], { most: 0 }),
  arch: form('', [], { most: 0 }),
  uptime: form('-ps --pretty --since', [], { most: 0 }),
  hostname: form('-fsidAI', [], { most: 0 }),
  expr: form('', ['text']),
  sleep: form('', ['text']),
  seq: form('-w -f= -s= --equal-width --format= --separator='),
  wait: form('', ['text']),
};
