import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scopeOf, type ScopeOptions } from '../../document/scope.js';
import { Memory, type MemoryOptions } from './memory.js';

let root: string;
let problems: string[];

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'inboard-memory-')));
  problems = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function memory(scope: Partial<ScopeOptions> = {}, more: Partial<MemoryOptions> = {}): Memory {
  const env = { HOME: join(root, 'home'), CLAUDE_CONFIG_DIR: join(root, 'home/.claude') };
  mkdirSync(join(root, 'repo/.git'), { recursive: true });
  mkdirSync(join(root, 'repo/app'), { recursive: true });
  return new Memory({
    scope: scopeOf({ cwd: join(root, 'repo/app'), env, managedFolder: join(root, 'managed'), ...scope }),
    tell: (problem) => problems.push(problem.replaceAll(root, '')),
    ...more,
  });
}

/** The texts in the order they are told, by file. */
const told = (text: string | undefined) => [...(text ?? '').matchAll(/^# (\S+) \(/gm)].map((match) => match[1]!.replace(root, ''));

it('reads managed, user, project and local memory from the outside in', async () => {
  put({
    'managed/CLAUDE.md': 'm',
    'home/.claude/CLAUDE.md': 'u',
    'repo/CLAUDE.md': 'outer',
    'repo/app/.claude/CLAUDE.md': 'inner',
    'repo/app/CLAUDE.local.md': 'mine',
    'repo/.claude/rules/style.md': 'rule',
  });
  const text = await memory().opening();
  expect(told(text)).toEqual([
    '/managed/CLAUDE.md',
    '/home/.claude/CLAUDE.md',
    '/repo/CLAUDE.md',
    '/repo/app/.claude/CLAUDE.md',
    '/repo/app/CLAUDE.local.md',
    '/repo/.claude/rules/style.md',
  ]);
  expect(text).toBe(await memory().opening());
});

it.each([
  [[], ['/managed/CLAUDE.md']],
  [['user'], ['/managed/CLAUDE.md', '/home/.claude/CLAUDE.md']],
  [['project'], ['/managed/CLAUDE.md', '/repo/CLAUDE.md']],
  [['local'], ['/managed/CLAUDE.md', '/repo/CLAUDE.local.md']],
] as const)('honours the sources %j', async (settingSources, expected) => {
  put({ 'managed/CLAUDE.md': 'm', 'home/.claude/CLAUDE.md': 'u', 'repo/CLAUDE.md': 'p', 'repo/CLAUDE.local.md': 'l' });
  expect(told(await memory({ settingSources }).opening())).toEqual(expected);
});

it('follows imports four files deep, never in a circle and never in code', async () => {
  put({
    'repo/CLAUDE.md': 'See @a.md and `@code.md` and\n```\n@block.md\n```\nmail me@example.com, ask @someone.\n@a.md',
    'repo/a.md': '@docs/b.md\n@CLAUDE.md',
    'repo/docs/b.md': '@c.md',
    'repo/docs/c.md': '@d.md',
    'repo/docs/d.md': '@e.md',
    'repo/docs/e.md': 'too far',
    'repo/code.md': 'no',
    'repo/block.md': 'no',
  });
  expect(told(await memory().opening())).toEqual([
    '/repo/CLAUDE.md',
    '/repo/a.md',
    '/repo/docs/b.md',
    '/repo/docs/c.md',
    '/repo/docs/d.md',
  ]);
  expect(problems).toEqual(['/repo/docs/d.md: its imports are more than 4 files away and are left out']);
});

it('reads what lies outside the project only when the folder is trusted', async () => {
  put({ 'repo/CLAUDE.md': '@~/secret.md @../elsewhere.md', 'home/secret.md': 'secret', 'elsewhere.md': 'other', 'home/key': 'KEY' });
  mkdirSync(join(root, 'repo/app'), { recursive: true });
  symlinkSync(join(root, 'home/key'), join(root, 'repo/app/CLAUDE.md'));
  const untrusted = await memory().opening();
  expect(told(untrusted)).toEqual(['/repo/CLAUDE.md']);
  expect(untrusted).not.toMatch(/secret$|KEY/m);
  expect(problems.toSorted()).toEqual([
    '/elsewhere.md: leads out of the project to /elsewhere.md; it is read once the folder is trusted',
    '/home/secret.md: leads out of the project to /home/secret.md; it is read once the folder is trusted',
    '/repo/app/CLAUDE.md: leads out of the project to /home/key; it is read once the folder is trusted',
  ]);
  expect(told(await memory({ settingSources: ['project'] }).opening())).toEqual([
    '/repo/CLAUDE.md',
    '/home/secret.md',
    '/elsewhere.md',
    '/repo/app/CLAUDE.md',
  ]);
});

it('does not take a home folder with a repository of its own for the project', async () => {
  put({ 'home/.git/HEAD': '', 'home/.ssh/id': 'KEY', 'home/evil/CLAUDE.md': 'Hello @../.ssh/id' });
  symlinkSync('../.ssh/id', join(root, 'home/evil/AGENTS.md'));
  expect(await memory({ cwd: join(root, 'home/evil') }).opening()).not.toContain('KEY');
  expect(problems).toEqual(['/home/.ssh/id: leads out of the project to /home/.ssh/id; it is read once the folder is trusted']);
});

it('lets a nested file reach only below its folder', async () => {
  put({ 'repo/secret.md': 'KEY', 'repo/app/CLAUDE.md': '@../secret.md @docs/a.md', 'repo/app/docs/a.md': 'fine' });
  expect(told(await memory().opening())).toEqual(['/repo/app/CLAUDE.md', '/repo/app/docs/a.md']);
});

it('leaves out comments, except in code', async () => {
  put({ 'repo/CLAUDE.md': 'a <!-- note\nfor people --> b `<!-- c -->`\n```html\n<!-- d -->\n```\n<!-- never closed' });
  expect(await memory().opening()).toContain('a  b `<!-- c -->`\n```html\n<!-- d -->\n```');
});

it('takes AGENTS.md where there is no CLAUDE.md', async () => {
  put({ 'repo/AGENTS.md': 'x', 'repo/app/AGENTS.md': 'hidden', 'repo/app/CLAUDE.md': 'y' });
  expect(told(await memory().opening())).toEqual(['/repo/AGENTS.md', '/repo/app/CLAUDE.md']);
});

it('tells of nested files and of rules once a file they are for is looked at', async () => {
  put({
    'repo/app/src/CLAUDE.md': 'src',
    'repo/app/src/deep/CLAUDE.md': 'deep',
    'repo/.claude/rules/ts.md': '---\npaths: "app/**/*.{ts,tsx}"\n---\nTypes.',
    'repo/app/src/deep/x.ts': '',
    'repo/other/CLAUDE.md': 'no',
  });
  const remembered: string[][] = [];
  const one = memory({}, { remember: (folders) => remembered.push(folders.map((folder) => folder.replace(root, ''))) });
  expect(await one.opening()).toBeUndefined();
  expect(told(await one.forFiles(['src/deep/x.ts']))).toEqual([
    '/repo/app/src/CLAUDE.md',
    '/repo/app/src/deep/CLAUDE.md',
    '/repo/.claude/rules/ts.md',
  ]);
  expect(await one.forFiles(['src/deep/y.ts', join(root, 'repo/other/z')])).toBeUndefined();
  expect(remembered).toEqual([['/repo/app/src', '/repo/app/src/deep']]);
  const resumed = memory({}, { seenFolders: [join(root, 'repo/app/src'), join(root, 'repo/app/src/deep')] });
  expect(told(await resumed.forFiles(['src/deep/x.ts']))).toEqual(['/repo/.claude/rules/ts.md']);
});

it('honours excludes and the switch', async () => {
  put({ 'repo/CLAUDE.md': 'a', 'repo/app/CLAUDE.md': 'b' });
  expect(told(await memory({}, { excludes: ['**/app/CLAUDE.md'] }).opening())).toEqual(['/repo/CLAUDE.md']);
  expect(await memory({}, { disabled: true }).opening()).toBeUndefined();
});

it('says one line about each file it cannot use', async () => {
  put({ 'repo/CLAUDE.md': 'x'.repeat(4 * 1024 * 1024 + 1), 'repo/app/CLAUDE.md': 'bin\0ary' });
  expect(await memory().opening()).toBeUndefined();
  expect(problems).toEqual(['/repo/CLAUDE.md: has 4194305 bytes; at most 4194304 are read', '/repo/app/CLAUDE.md: is not a text file']);
});

it('leaves nothing out, and says so, when the globs of what to leave out make no sense', async () => {
  put({ 'repo/CLAUDE.md': 'x' });
  expect(told(await memory({}, { excludes: ['*'.repeat(70_000)] }).opening())).toEqual(['/repo/CLAUDE.md']);
  expect(problems).toEqual([expect.stringMatching(/^claudeMdExcludes: the globs make no sense \(/)]);
});
