import { expect, it } from 'vitest';
import { readRule } from './rules/parse.js';
import { PermissionState } from './state.js';

it('takes back what it granted and nothing else', () => {
  const own = readRule('Read', { behavior: 'allow', source: 'session', anchor: '/p' });
  const state = new PermissionState({ mode: 'default', cwd: '/p', home: '/home', directories: [], rules: [own], mayBypass: false });
  const first = state.grant(['Read', 'Bash(git *)']);
  const second = state.grant(['Read']);
  expect(state.rules.map(({ text }) => text)).toEqual(['Read', 'Read', 'Bash(git *)', 'Read']);
  first();
  first();
  expect(state.rules.map(({ text }) => text)).toEqual(['Read', 'Read']);
  second();
  expect(state.rules).toEqual([own]);
});
