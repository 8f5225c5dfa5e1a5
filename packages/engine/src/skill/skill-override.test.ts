import { expect, it } from 'vitest';
import type { Command } from '../command/command.js';
import { overrideSkills } from './skill-override.js';

it('turns skills off, hides them from the model or shortens them', () => {
  const skills = ['a', 'b', 'c', 'd'].map((name): Command => ({
    name,
    description: `about ${name}`,
    argumentHint: '',
    forModel: true,
    run: () => ({ kind: 'say', text: '' }),
  }));
  const settings = { skillOverrides: { a: 'off', b: 'user-invocable-only', c: 'name-only', d: 'off' } };
  const layers = [
    { level: 'user' as const, path: '', anchor: '/', settings },
    { level: 'local' as const, path: '', anchor: '/', settings: { skillOverrides: { d: 'on' } } },
  ];
  expect(overrideSkills(skills, layers).map(({ name, description, forModel }) => [name, description, forModel])).toEqual([
    ['b', 'about b', false],
    ['c', '', true],
    ['d', 'about d', true],
  ]);
});
