import { describe, expect, it } from 'vitest';
import { linksOnly } from '../../path/file-view.js';
import { readShell } from '../reading.js';
import { readSed } from './sed.js';

const use = (command: string) =>
  readSed(readShell(command, { home: '/h', cwd: '/p', fs: linksOnly(new Map()) }).commands[0]!.words.slice(1));

describe('readSed', () => {
  it.each([
    'sed -n 1,5p a',
    "sed 's/a/b/g' a",
    "sed -e 's|a|b|' -e '/x/d' a",
    "sed '/a/,/b/p' a",
    "sed 's/a;b/c/' a",
    "sed '2q' a",
    "sed -n '$p;1p' a",
  ])('%s is plain', (command) => {
    expect(use(command)).toMatchObject({ plainScript: true, suspect: false, inPlace: false });
  });

  it.each([
    "sed 'w x' a",
    "sed 's/a/b/w x' a",
    "sed 's/a/b/e' a",
    "sed '1e ls' a",
    "sed 'r x' a",
    'sed -f x a',
    "sed -e p -e 'w x' a",
    'sed --expression="w x" a',
    "sed 's/a/b/;w x' a",
    'sed "$X" a',
    'sed -i/tmp/x p a',
    "sed $'p\\nw x' a",
  ])('%s is suspect', (command) => {
    expect(use(command)).toMatchObject({ suspect: true });
  });

  it.each(['sed -i s/a/b/ f', 'sed -i.bak s/a/b/ f', 'sed -ni p f', 'sed --in-place s/a/b/ f', 'sed -i -e s/a/b/ f'])(
    '%s changes the file',
    (command) => {
      const { inPlace, files } = use(command);
      expect({ inPlace, files: files.map(({ value }) => value) }).toEqual({ inPlace: true, files: ['f'] });
    },
  );
});
