import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitArguments, substitute, takesArguments } from './arguments.js';

it('splits like a shell', () => {
  expect(splitArguments(`a "b c" 'd e' f\\"g ""`)).toEqual(['a', 'b c', 'd e', 'f\\"g', '']);
});

it('counts from nought', () => {
  expect(substitute('$0/$1/$2 $ARGUMENTS[1] $ARGUMENTS', { argument: 'x "y z"' })).toBe('x/y z/ y z x "y z"');
});

it('knows names, variables and escapes', () => {
  const text = String.raw`$file of \$5 in ${'${CLAUDE_PROJECT_DIR}'} and $HOME, ${'${OTHER}'}`;
  expect(substitute(text, { argument: 'a.ts', names: ['file'], variables: { CLAUDE_PROJECT_DIR: '/p' } })).toBe(
    'a.ts of $5 in /p and $HOME, ${OTHER}',
  );
});

it('sees whether a text takes arguments', () => {
  expect([takesArguments('a $ARGUMENTS'), takesArguments('$1'), takesArguments(String.raw`\$1 $x`), takesArguments('$x', ['x'])]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

it('never expands what was put in', () => {
  fc.assert(fc.property(fc.string(), (argument) => substitute('<$ARGUMENTS>', { argument, variables: { A: 'no' } }) === `<${argument}>`));
});
