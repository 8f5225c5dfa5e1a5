import { expect, it } from 'vitest';
import { fillTemplate, namedFiles } from './template.js';

it('takes commands apart and puts arguments in', () => {
  expect(fillTemplate('Look:\n!`git log $0`\nat $ARGUMENTS\n', { argument: 'a b' })).toEqual([
    { kind: 'text', text: 'Look:\n' },
    { kind: 'shell', command: 'git log a' },
    { kind: 'text', text: '\nat a b' },
  ]);
  expect(fillTemplate('```!\ngit status\nls\n```\n', { argument: '' })).toEqual([
    { kind: 'text', text: '' },
    { kind: 'shell', command: 'git status\nls' },
    { kind: 'text', text: '' },
  ]);
});

it('adds arguments that have no place', () => {
  expect(fillTemplate('Go.\n', { argument: 'fast' })).toEqual(
    [{ kind: 'text', text: 'Go.\n\nARGUMENTS: fast' }].map((part) => ({ ...part, kind: 'text' })),
  );
});

it('never makes a command of an argument', () => {
  expect(fillTemplate('Do $ARGUMENTS', { argument: '!`rm -rf /`' })).toEqual([{ kind: 'text', text: 'Do !`rm -rf /`' }]);
});

it('sees files and no addresses', () => {
  expect(namedFiles('Compare @src/a.ts, @b.md and x@y.z but not `@c`.')).toEqual(['src/a.ts', 'b.md']);
});
