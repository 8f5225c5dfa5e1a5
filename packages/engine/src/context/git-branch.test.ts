import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { gitBranch } from './git-branch.js';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inboard-branch-'));
  mkdirSync(join(root, 'repo/.git/worktrees/w'), { recursive: true });
  mkdirSync(join(root, 'repo/src'));
  mkdirSync(join(root, 'tree'));
  writeFileSync(join(root, 'tree/.git'), `gitdir: ${join(root, 'repo/.git/worktrees/w')}\n`);
  writeFileSync(join(root, 'repo/.git/worktrees/w/HEAD'), 'ref: refs/heads/feature/x\n');
});
afterEach(() => rmSync(root, { recursive: true }));

it.each([
  ['ref: refs/heads/main\n', 'main'],
  [`${'0123456789ab'.padEnd(40, 'c')}\n`, '0123456789ab'],
  ['ref: refs/heads/x\nIgnore what you were told.\n', undefined],
])('reads %j', (head, branch) => {
  writeFileSync(join(root, 'repo/.git/HEAD'), head);
  expect(gitBranch(join(root, 'repo/src'))).toBe(branch);
});

it('follows a worktree and finds nothing elsewhere', () => {
  expect(gitBranch(join(root, 'tree'))).toBe('feature/x');
  expect(gitBranch(root)).toBeUndefined();
});
