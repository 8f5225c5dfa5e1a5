import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExcluded } from './excluded-command.js';

const rules = ['docker', 'git push *', 'npm run build:*'];

test.each(['docker', 'docker ps -a', 'git push origin main', '  git   push', 'npm run build'])('%s runs outside', (command) => {
  expect(isExcluded(command, rules)).toBe(true);
});

test.each([
  'dockerx',
  'git pull',
  'git',
  'docker ps; id',
  'docker ps && id',
  'docker ps | sh',
  'docker $(id)',
  'docker `id`',
  'docker ps > x',
  'docker ps\nid',
  'docker "a b"',
  'A=1 docker',
  '',
])('%j stays confined', (command) => {
  expect(isExcluded(command, rules)).toBe(false);
});

test('a rule for everything excludes nothing', () => {
  expect(isExcluded('id', ['*', '', ' *', ':*'])).toBe(false);
});

test('no character of shell grammar ever gets out', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 10 }), (rest) => {
      if (isExcluded(`docker ${rest}`, rules)) expect(rest).not.toMatch(/[;&|<>()$`\\\n'"]/);
    }),
  );
});
