import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandWords, printsNothing } from './command-words.js';
import { codeOfSignal, exitWords } from './exit-words.js';

test.each([
  ['true', 0, { failed: false }],
  ['grep x f', 1, { failed: false, meaning: 'No matches found' }],
  ['cat f | /usr/bin/grep x', 1, { failed: false, meaning: 'No matches found' }],
  ['LANG=C rg "a | b"', 1, { failed: false, meaning: 'No matches found' }],
  ['git diff --exit-code', 1, { failed: false, meaning: 'The files differ' }],
  ['cd x && test -f y', 1, { failed: false, meaning: 'The condition is false' }],
  ['[ -f y ]', 1, { failed: false, meaning: 'The condition is false' }],
  ['find / -name x', 1, { failed: false, meaning: 'Some folders could not be searched' }],
  ['grep x f', 2, { failed: true }],
  ['grep x f | false', 1, { failed: true }],
  ['echo "grep x"; false', 1, { failed: true }],
  ['git status', 1, { failed: true }],
  ['./x', 126, { failed: true, meaning: 'The command was found but cannot be executed' }],
  ['nope', 127, { failed: true, meaning: 'The command was not found' }],
  ['x', 137, { failed: true, meaning: 'Ended by SIGKILL, often because memory ran out' }],
  ['x', 143, { failed: true, meaning: 'Ended by SIGTERM' }],
  ['x', 255, { failed: true }],
  ['constructor', 1, { failed: true }],
])('%s with %d', (command, code, words) => {
  expect(exitWords(command, code)).toEqual(words);
});

test('a signal has the code a shell gives it', () => {
  expect([codeOfSignal('SIGKILL'), codeOfSignal('SIGTERM')]).toEqual([137, 143]);
});

test.each([
  ['mkdir -p a/b && cd a', true],
  ['mkdir a; ls', false],
  ['touch "$(ls)"', false],
  ['', false],
])('printsNothing %s', (command, expected) => {
  expect(printsNothing(command)).toBe(expected);
});

test('any line can be split into words', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '"', "'", '\\', '|', '&', ';', '\n', '=') }), (line) => {
      for (const words of commandWords(line)) expect(words.every((word) => word.length > 0)).toBe(true);
    }),
  );
});
