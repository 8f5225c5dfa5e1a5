import { describe, expect, it } from 'vitest';
import { linksOnly } from '../path/file-view.js';
import { commandsIn, readShell } from './reading.js';

const place = { home: '/home/u', cwd: '/p', fs: linksOnly(new Map()) };

describe('commandsIn', () => {
  it.each([
    ['a; b && c | d &', ['a', 'b', 'c', 'd']],
    ['(a); { b; }; if c; then d; fi', ['a', 'b', 'c', 'd']],
    ['x=$(a) b "$(c `d`)"', ['b', 'a', 'c', 'd']],
    ['cat <<E\n$(a)\nE', ['cat', 'a']],
    ['f() { a; }', ['a']],
    ['/usr/bin/a x', ['a']],
    ["bash -c 'a; b'", ['bash', 'a', 'b']],
    ['find . -exec a {} \\;', ['find', 'a']],
    ['v=a; $v x', ['a']],
  ])('%j', (script, programs) => {
    expect(commandsIn(script).programs.toSorted()).toEqual(programs.toSorted());
  });

  it.each(['$X y', 'eval "$X"', 'a | sh', 'a "', 'bash -c "$X"', '. <(a)'])('cannot see all of %j', (script) => {
    expect(commandsIn(script).complete).toBe(false);
  });
});

describe('readShell', () => {
  it('follows cd', () => {
    expect(readShell('cd a && ls; cd /q', place).directories).toEqual(['/p', '/p/a', '/q']);
    expect(readShell('cd $X && ls', place).directories).toBeUndefined();
    expect(readShell('pushd a', place).directories).toBeUndefined();
  });

  it.each([
    'f() { :; }',
    'for PATH in a; do :; done',
    'PATH=x',
    ': ${PATH:=x}',
    'cat <<E\nx',
    'coproc a',
    'echo ${x@P}',
    'echo ${!x}',
    'echo $((x))',
    '[[ $a -eq 1 ]]',
    'let x',
    'a\u200b',
    `echo ${'a'.repeat(11_000)}`,
    'echo a >!b',
    'ls \\',
  ])('finds a hazard in %j', (script) => {
    expect(readShell(script, place).hazards).not.toEqual([]);
  });

  it.each([
    'x=1',
    'echo ${x:-y} ${#x} ${x%a} ${x:1:2} $((1+2))',
    '[[ -f a && $x == y ]]',
    'for f in a; do echo $f; done',
    'echo "\u{1f468}\u200d\u{1f469}"',
  ])('finds none in %j', (script) => {
    expect(readShell(script, place).hazards).toEqual([]);
  });

  it('reads redirections as files, but not copies of descriptors', () => {
    const [command] = readShell('a > x 2>&1 < y >& z >&-', place).commands;
    expect(command!.redirects.map(({ kind, target }) => [kind, target.value])).toEqual([
      ['write', 'x'],
      ['read', 'y'],
      ['write', 'z'],
    ]);
  });
});
