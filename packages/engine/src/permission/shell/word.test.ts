import { parse, type Command, type Word } from 'unbash';
import { describe, expect, it } from 'vitest';
import { readWord, type Scope } from './word.js';

const scope: Scope = {
  home: '/home/u',
  cwd: '/p',
  variables: new Map([
    ['known', 'a b'],
    ['many', undefined],
  ]),
};

function words(source: string) {
  const command = parse(`x ${source}`).commands[0]!.command as Command; // a plain command by construction
  return command.args.flatMap((arg) => readWord(arg as Word, scope)); // no assignments are written here
}

describe('readWord', () => {
  it.each([
    ['a', { value: 'a', certainty: 'exact', glob: false }],
    ['"a b"', { value: 'a b', certainty: 'exact', glob: false }],
    ["a''b", { value: 'ab', certainty: 'exact', glob: false }],
    ['a\\b', { value: 'ab', certainty: 'exact', glob: false }],
    ["$'\\x61'", { value: 'a', certainty: 'exact', glob: false }],
    ['~/a', { value: '/home/u/a', certainty: 'exact', glob: false }],
    ['"~/a"', { value: '~/a', certainty: 'exact', glob: false }],
    ['~other/a', { value: '~other/a', certainty: 'unknown', glob: false }],
    ['"$HOME/a"', { value: '/home/u/a', certainty: 'exact', glob: false }],
    ['$PWD', { value: '/p', certainty: 'exact', glob: false }],
    ['"$known"', { value: 'a b', certainty: 'likely', glob: false }],
    ['$many/*', { value: '/*', certainty: 'unknown', glob: true }],
    ['$(pwd)', { value: '/p', certainty: 'likely', glob: false }],
    ['x$(ls)', { value: 'x', certainty: 'unknown', glob: false }],
    ['*.ts', { value: '*.ts', certainty: 'exact', glob: true }],
  ])('%s', (source, expected) => {
    expect(words(source)).toEqual([{ raw: source, ...expected }]);
  });

  it('splits an unquoted variable and expands braces', () => {
    expect(words('$known').map(({ value }) => value)).toEqual(['a', 'b']);
    expect(words('-{x,y{1,2}}').map(({ value }) => value)).toEqual(['-x', '-y1', '-y2']);
    expect(words('{1..3}')).toEqual([{ raw: '{1..3}', value: '', certainty: 'unknown', glob: true }]);
  });
});
