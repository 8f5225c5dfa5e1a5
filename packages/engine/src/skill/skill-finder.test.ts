import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandRegistry } from '../command/command-registry.js';
import { scopeOf } from '../document/scope.js';
import { SkillFinder } from './skill-finder.js';

let root: string;
beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'inboard-finder-')))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function finder(settingSources: ('user' | 'project' | 'local')[]) {
  const commands = new CommandRegistry([]);
  const problems: string[] = [];
  const scope = scopeOf({ cwd: root, env: { HOME: root }, settingSources });
  const tell = (problem: string): void => void problems.push(problem.replaceAll(root, ''));
  return { finder: new SkillFinder({ scope, commands, layers: [], tell }), commands, problems };
}

it('tells of skills of a folder once, by a name that begins with it', async () => {
  put('a/b/.claude/skills/s/SKILL.md', '---\ndescription: S\n---\n');
  put('a/b/x.ts', '');
  const { finder: found, commands } = finder(['project']);
  expect(await found.forFiles(['/etc/hosts', 'y.ts'])).toBeUndefined();
  expect(await found.forFiles([join(root, 'a/b/x.ts')])).toContain('- a:b:s: S');
  expect(commands.skills().map(({ name }) => name)).toEqual(['a:b:s']);
  expect(await found.forFiles(['a/b/x.ts'])).toBeUndefined();
  expect(await found.fork().forFiles(['a/b/x.ts'])).toContain('- a:b:s: S');
});

it('reads nothing of the project when the project is not among the sources', async () => {
  put('a/.claude/skills/s/SKILL.md', '---\ndescription: S\n---\n');
  put('a/x.ts', '');
  expect(await finder(['user']).finder.forFiles(['a/x.ts'])).toBeUndefined();
});

it('says what is wrong with globs and goes on', async () => {
  put('a/.claude/skills/s/SKILL.md', `---\ndescription: S\npaths: "${'*'.repeat(60_000)}${'?'.repeat(2000)}"\n---\n`);
  put('a/.claude/skills/t/SKILL.md', '---\ndescription: T\npaths: "**/*.ts"\n---\n');
  put('a/x.ts', '');
  const { finder: found, problems } = finder(['project']);
  expect(await found.forFiles(['a/x.ts'])).toContain('- a:t: T');
  expect(problems.every((problem) => problem.startsWith('/a/.claude/skills/s/SKILL.md: '))).toBe(true);
});
