import type { PermissionUpdate } from '@inboard/wire';
import { describe, expect, it } from 'vitest';
import { decide } from './decide.js';
import { linksOnly } from './path/file-view.js';
import type { PermissionPolicy } from './policy.js';
import { readRules } from './rules/parse.js';

const base: PermissionPolicy = { mode: 'default', rules: [], cwd: '/p', directories: ['/p'], home: '/home/u', fs: linksOnly(new Map()) };
const ask = (tool: string, input: Record<string, unknown>) => decide({ tool, input }, base).suggestions;
const rules = (...contents: string[]): PermissionUpdate[] => [
  {
    type: 'addRules',
    rules: contents.map((ruleContent) => ({ toolName: 'Bash', ruleContent })),
    behavior: 'allow',
    destination: 'localSettings',
  },
];

describe('suggestions', () => {
  it.each([
    ['npm run build', ['npm run *']],
    ['git push origin main', ['git push *']],
    ['make all', ['make all']],
    ['ls && npm test && git push', ['npm test *', 'git push *']],
    ['frobnicate "a*b"', ['frobnicate "a\\*b"']],
    ['timeout 5 npm test', ['npm test *']],
    ['npm exec x', ['npm exec x']],
  ])('%s', (command, contents) => {
    expect(ask('Bash', { command })).toEqual(rules(...contents));
  });

  it.each([
    'bash x.sh',
    'python3 x.py',
    'sudo ls',
    'env make',
    'npx x',
    'node x.js',
    '$X y',
    'FOO=1 npm test',
    'npm test > /srv/x',
    'a; b; c; d; e; f',
    'xargs -n1 ls',
    'watch ls',
    'eval ls',
    'rm -rf /',
  ])('stores nothing for %s', (command) => {
    expect(ask('Bash', { command })).toBeUndefined();
  });

  it('would answer the same question the next time', () => {
    for (const command of ['npm run build', 'git push origin main', 'ls && npm test && git push', 'frobnicate "a*b"']) {
      const [update] = ask('Bash', { command })!;
      const texts = update!.type === 'addRules' ? update!.rules.map(({ ruleContent }) => `Bash(${ruleContent})`) : [];
      const stored = readRules(texts, { behavior: 'allow', source: 'localSettings', anchor: '/p' }).rules;
      expect(decide({ tool: 'Bash', input: { command } }, { ...base, rules: stored }).behavior).toBe('allow');
    }
  });

  it('offers the mode for edits, a folder for reading, a host for fetching', () => {
    expect(ask('Write', { file_path: '/p/a' })).toEqual([{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]);
    expect(ask('Read', { file_path: '/srv/d/a' })).toEqual([
      { type: 'addRules', rules: [{ toolName: 'Read', ruleContent: '//srv/d/**' }], behavior: 'allow', destination: 'session' },
    ]);
    expect(ask('WebFetch', { url: 'https://a.test/x' })).toEqual([
      {
        type: 'addRules',
        rules: [{ toolName: 'WebFetch', ruleContent: 'domain:a.test' }],
        behavior: 'allow',
        destination: 'localSettings',
      },
    ]);
    expect(ask('mcp__a__b', {})).toEqual([
      { type: 'addRules', rules: [{ toolName: 'mcp__a__b' }], behavior: 'allow', destination: 'localSettings' },
    ]);
    expect(ask('Write', { file_path: '/p/.git/config' })).toBeUndefined();
  });
});
