import { describe, expect, it } from 'vitest';
import { isProtected } from './protected.js';

describe('isProtected', () => {
  it.each([
    '/p/.git',
    '/p/.git/hooks/x',
    '/p/a/.GIT/config',
    '/p/.claude/settings.json',
    '/p/.claude/worktrees',
    '/p/.config/git/config',
    '/p/.bashrc',
    '/p/.yarnrc.yml',
    '/p/.pnp.cjs',
    '/p/.git./x',
    '/p/.git /x',
    '/p/git~1/x',
    '/p/.g\u200dit/x',
    '/p/.claude\\x',
    '/p/.mcp.json',
    '/p/.Bazelrc',
  ])('%j is protected', (path) => {
    expect(isProtected(path)).toBe(true);
  });

  it.each([
    '/p/.gitignore',
    '/p/.github/x',
    '/p/git/x',
    '/p/.config/x',
    '/p/.claude/worktrees/w/a.ts',
    '/p/claude.json',
    '/p/.env',
    '/p/...',
  ])('%j is not', (path) => {
    expect(isProtected(path)).toBe(false);
  });
});
