import { expect, it } from 'vitest';
import { listField, switchField, textField } from './field.js';

it('reads lists however they are written', () => {
  const lists = { a: ['Read', 'Grep'], b: 'Read, Grep', c: 'Bash(git add:*) Read', d: 'Bash(npm run test, lint), Edit', e: 3 };
  expect(Object.keys(lists).map((name) => listField(lists, name))).toEqual([
    ['Read', 'Grep'],
    ['Read', 'Grep'],
    ['Bash(git add:*)', 'Read'],
    ['Bash(npm run test, lint)', 'Edit'],
    undefined,
  ]);
});

it('reads text and switches', () => {
  expect([textField({ a: ' x ' }, 'a'), textField({ a: '' }, 'a'), textField({ a: ['file'] }, 'a'), textField({ a: 4 }, 'a')]).toEqual([
    'x',
    undefined,
    '[file]',
    '4',
  ]);
  expect([switchField({ a: true }, 'a'), switchField({ a: 'off' }, 'a'), switchField({ a: 'perhaps' }, 'a')]).toEqual([
    true,
    false,
    undefined,
  ]);
});
