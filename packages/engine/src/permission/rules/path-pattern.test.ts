import type { PermissionBehavior } from '@inboard/wire';
import { describe, expect, it } from 'vitest';
import { linksOnly } from '../path/file-view.js';
import type { PermissionPolicy } from '../policy.js';
import { readRule } from './parse.js';
import { pathPattern } from './path-pattern.js';

const policy: PermissionPolicy = {
  mode: 'default',
  rules: [],
  cwd: '/home/u/p',
  directories: ['/home/u/p', '/srv/extra'],
  home: '/home/u',
  fs: linksOnly(new Map()),
};
const pattern = (content: string, behavior: PermissionBehavior) =>
  pathPattern(readRule(`Read(${content})`, { behavior, source: 'userSettings', anchor: '/home/u/.claude' }));

describe('pathPattern', () => {
  it.each<[string, PermissionBehavior, string, boolean]>([
    ['//etc/**', 'deny', '/etc/hosts', true],
    ['//etc/**', 'deny', '/home/u/p/etc/hosts', false],
    ['~/notes/**', 'allow', '/home/u/notes/a', true],
    ['/x/**', 'allow', '/home/u/.claude/x/a', true],
    ['/x/**', 'allow', '/home/u/p/x/a', false],
    ['.env', 'deny', '/home/u/p/a/b/.env', true],
    ['.env', 'deny', '/srv/extra/.env', true],
    ['.env', 'allow', '/srv/extra/.env', false],
    ['.env', 'deny', '/other/.env', false],
    ['./.env', 'deny', '/home/u/p/.env', true],
    ['src/**', 'deny', '/home/u/p/lib/src/a', true],
    ['src/**', 'allow', '/home/u/p/lib/src/a', false],
    ['*.pem', 'deny', '/home/u/p/k/a.PEM', true],
    ['*.pem', 'allow', '/home/u/p/k/a.PEM', false],
    ['secrets/', 'deny', '/home/u/p/secrets', true],
    ['!a', 'deny', '/home/u/p/b', false],
    ['#a', 'deny', '/home/u/p/#a', true],
    ['caf\u00e9', 'deny', '/home/u/p/cafe\u0301', true],
  ])('%s as %s on %s: %s', (content, behavior, path, expected) => {
    expect(pattern(content, behavior).matches(path, policy)).toBe(expected);
  });

  it('covers a folder whose files it all means', () => {
    expect(pattern('//etc/**', 'deny').covers('/etc', policy)).toBe(true);
    expect(pattern('*.pem', 'deny').covers('/home/u/p', policy)).toBe(false);
  });

  it('may meet what a glob means, and what lies below a folder', () => {
    expect(pattern('.env', 'deny').mayMeet('/home/u/p', '.e*', policy)).toBe(true);
    expect(pattern('.env', 'deny').mayMeet('/home/u/p', '*.ts', policy)).toBe(false);
    expect(pattern('.env', 'deny').mayMeet('/home/u/p', undefined, policy)).toBe(true);
    expect(pattern('.env', 'deny').mayMeet('/home/u/p/src', undefined, policy)).toBe(false);
  });
});
