import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseFrontmatter } from './frontmatter.js';

const example = `---
name: deploy
description: Use this: when "shipping", say
argument-hint: [env] [tag]
allowed-tools: [Read, "Bash(git add:*)"]
model: 'haiku'
disable-model-invocation: true
maxTurns: 7
tools:
  - Read
  - Grep
when_to_use: |
  first
    second
summary: >
  one
  two
# a remark
hooks:
  PreToolUse:
    - matcher: Bash
      hooks: [{ type: command, command: check }]
---
Body
---
more`;

it('reads the everyday forms and the nested ones', async () => {
  expect(await parseFrontmatter(example)).toEqual({
    fields: {
      name: 'deploy',
      description: 'Use this: when "shipping", say',
      'argument-hint': '[env] [tag]',
      'allowed-tools': ['Read', 'Bash(git add:*)'],
      model: 'haiku',
      'disable-model-invocation': true,
      maxTurns: 7,
      tools: ['Read', 'Grep'],
      when_to_use: 'first\n  second',
      summary: 'one two',
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'check' }] }] },
    },
    body: 'Body\n---\nmore',
  });
});

it('leaves a text without a head alone', async () => {
  expect(await parseFrontmatter('# Title\n---\nx')).toEqual({ fields: {}, body: '# Title\n---\nx' });
});

it('says what is wrong and keeps the body', async () => {
  expect(await parseFrontmatter('---\nnonsense here\n---\nbody')).toEqual({
    fields: {},
    body: 'body',
    problem: 'the head makes no sense ("nonsense here" is no "name: value")',
  });
  const bomb = `---\na:\n  x: &x [1]\n  y: [*x, *x]\n---\nbody`;
  expect(await parseFrontmatter(bomb)).toMatchObject({ body: 'body', problem: expect.stringContaining('makes no sense') });
  expect(await parseFrontmatter('---\n__proto__: {polluted: true}\n---\n')).not.toHaveProperty('fields.polluted');
});

it('never throws', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', ':', ' ', '\n', '-', '[', ']', '{', '}', '"', "'", '|', '>', '&', '*', '#') }),
      async (text) => void (await parseFrontmatter(`---\n${text}\n---\nbody`)),
    ),
  );
});
