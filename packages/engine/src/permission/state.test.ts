import { describe, expect, it } from 'vitest';
import { readRule } from './rules/parse.js';
import { PermissionState } from './state.js';

const options = { mode: 'default', cwd: '/p', home: '/home/u', directories: [], rules: [], mayBypass: false } as const;
const write = (path: string) => ({ tool: 'Write', input: { file_path: path } });

describe('the mode of a subagent', () => {
  it('is its own while the session is in the mode default', () => {
    const session = new PermissionState(options);
    const agent = session.forAgent({ mode: 'acceptEdits' });
    expect([session.mode, agent.mode]).toEqual(['default', 'acceptEdits']);
    expect([session, agent].map((state) => state.judge(write('/p/a')).behavior)).toEqual(['ask', 'allow']);
  });

  it.each(['plan', 'dontAsk', 'acceptEdits'] as const)('is %s as soon as the session is', (mode) => {
    const session = new PermissionState(options);
    const agent = session.forAgent({ mode: 'acceptEdits' });
    const nested = agent.forAgent({ mode: 'acceptEdits' });
    session.setMode(mode);
    expect([agent.mode, nested.mode]).toEqual([mode, mode]);
  });

  it('is never bypassPermissions unless the session is', () => {
    expect(new PermissionState({ ...options, mayBypass: true }).forAgent({ mode: 'bypassPermissions' }).mode).toBe('default');
  });
});

describe('a subagent in a copy of the folder', () => {
  const rule = (behavior: 'allow' | 'deny', content: string) =>
    readRule(`Edit(${content})`, { behavior, source: 'projectSettings', anchor: '/p' });
  const session = new PermissionState({
    ...options,
    directories: ['/more'],
    rules: [rule('deny', '/secret/**'), rule('allow', '/src/**'), rule('deny', '.env')],
  });
  const agent = session.forAgent({ cwd: '/copy' });

  it.each([
    ['/copy/secret/a', 'deny'],
    ['/copy/.env', 'deny'],
    ['/p/secret/a', 'deny'],
    ['/copy/src/a', 'allow'],
    ['/copy/a', 'ask'],
    ['/p/a', 'ask'],
  ])('%s: %s', (path, behavior) => {
    expect(agent.judge(write(path)).behavior).toBe(behavior);
  });

  it('works there, and no longer in the original', () => {
    expect(agent.directories).toEqual(['/copy', '/more']);
    session.setMode('acceptEdits');
    expect(['/copy/a', '/more/a', '/p/a'].map((path) => agent.judge(write(path)).behavior)).toEqual(['allow', 'allow', 'ask']);
  });
});

describe('updates', () => {
  it('name folders from where the session began', () => {
    const state = new PermissionState(options);
    expect(state.apply([{ type: 'addDirectories', directories: ['../q', '/r'], destination: 'session' }])).toEqual([]);
    expect(state.directories).toEqual(['/p', '/q', '/r']);
    state.apply([{ type: 'removeDirectories', directories: ['../q', '.'], destination: 'session' }]);
    expect(state.directories).toEqual(['/p', '/r']);
  });

  it('that make no sense are left out, one by one', () => {
    const state = new PermissionState(options);
    const good = { type: 'addRules', rules: [{ toolName: 'Read' }], behavior: 'deny', destination: 'session' };
    const problems = state.apply([null, good, { ...good, behavior: 'maybe' }, { ...good, rules: [{ toolName: 'Bash(' }] }]);
    expect(problems.map((text) => text.slice(0, 8))).toEqual(['Entry 1 ', 'Entry 3 ', 'Entry 4 ']);
    expect(state.rules.map(({ text }) => text)).toEqual(['Read']);
  });
});
