import { form, type Form } from './form.js';

/** Programs that change files, with the flags that mean only that. */
export const writers: Readonly<Record<string, Form>> = {
  mkdir: form('-pv -m= --parents --verbose --mode=', ['write']),
  touch: form('-acfmh -d= -t= -r=< --date= --reference=< --time= --no-create --no-dereference', ['write']),
  rm: form('-rRfivdI --recursive --force --verbose --dir --interactive? --one-file-system', ['write']),
  rmdir: form('-pv --parents --verbose --ignore-fail-on-non-empty', ['write']),
  unlink: form('', ['write']),
  mv: form('-finuvT -t=> --force --interactive --no-clobber --update? --verbose --no-target-directory --target-directory=>', ['write']),
  cp: form(
    '-abdfHiLnPpRruvxT -t=> --archive --force --interactive --dereference --no-dereference --no-clobber --preserve? --recursive --update? --verbose --one-file-system --no-target-directory --target-directory=>',
    ['read'],
  ),
  tee: form('-aip --append --ignore-interrupts --output-error?', ['write']),
  ln: form('-sfinrvTLP -t=> -S= -b --symbolic --force --target-directory=> --relative --no-dereference', ['write']),
  install: form('-bCcdDpsTv -g= -m= -o= -S= -t=> --target-directory=> --mode= --owner= --group=', ['write']),
  truncate: form('-co -r=< -s= --no-create --reference=< --size=', ['write']),
  shred: form('-fuvxz -n= -s= --force --iterations= --size= --remove? --verbose --exact --zero', ['write']),
  chmod: form('-Rcfv --recursive --reference=<', ['text', 'write']),
  chown: form('-Rcfhv --recursive --from= --reference=<', ['text', 'write']),
  chgrp: form('-Rcfhv --recursive --reference=<', ['text', 'write']),
  curl: form(
    '-o=> -O -c=> -D=> -K=< -T=< -d= -F= -H= -X= -u= -A= -b= -e= -w= -x= -fgGiIjkLlMnNpqRsSvZ --output=> --cookie-jar=> --dump-header=> --config=< --upload-file=< --output-dir=> --trace=> --trace-ascii=> --stderr=>',
  ),
  wget: form(
    '-O=> -o=> -a=> -P=> -i=< --output-document=> --output-file=> --append-output=> --directory-prefix=> --input-file=< --save-cookies=> -qcNrlpkmx',
  ),
  patch: form('-p= -o=> -i=< -r=> -d= --output=> --input=< --reject-file=> --directory=', ['write', 'read']),
  split: form('-b= -l= -n= -a= -d --bytes= --lines= --number= --suffix-length=', ['read', 'write']),
  csplit: form('-f= -n= -ksz', ['read', 'text']),
  less: form('-NSRFXEMine -o=> -O=> --log-file=> --LOG-FILE=>', ['read']),
  more: form('', ['read']),
  iconv: form('-cs -f= -t= -o=> --from-code= --to-code= --output=>', ['read']),
  yq: form('-i -P -o= -r', ['read'], { patternFlags: ['--from-file'] }),
  gzip: form('-cdfklnqrtv123456789', ['write']),
  gunzip: form('-cfklnqrtv', ['write']),
  bat: form('-pnA -l= -r= --plain --number --language= --style= --color= --paging=', ['read']),
};

/** File commands that the mode for accepted edits covers. */
export const editCommands: ReadonlySet<string> = new Set(['mkdir', 'touch', 'rm', 'rmdir', 'mv', 'cp', 'sed']);
