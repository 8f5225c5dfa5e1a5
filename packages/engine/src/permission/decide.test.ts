import { describe, expect, it } from 'vitest';
import { mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide } from './decide.js';
import { linksOnly, realFileView } from './path/file-view.js';
import type { PermissionPolicy } from './policy.js';
import { readRules } from './rules/parse.js';
import { steps } from './steps/index.js';

function policy(given: Partial<PermissionPolicy> & { allow?: string[]; deny?: string[]; ask?: string[] } = {}): PermissionPolicy {
  const { allow = [], deny = [], ask = [], ...rest } = given;
  const read = (texts: string[], behavior: 'allow' | 'deny' | 'ask') =>
    readRules(texts, { behavior, source: 'localSettings', anchor: '/p' }).rules;
  return {
    mode: 'default',
    rules: [...read(allow, 'allow'), ...read(deny, 'deny'), ...read(ask, 'ask')],
    cwd: '/p',
    directories: ['/p'],
    home: '/home/u',
    fs: linksOnly(new Map()),
    ...rest,
  };
}

const bash = (command: string, more: Record<string, unknown> = {}) => ({ tool: 'Bash', input: { command, ...more } });

describe('decide', () => {
  it('asks the steps in this order', () => {
    expect(steps.map(({ name }) => name)).toEqual([
      'denyRules',
      'askRules',
      'mustAsk',
      'unjudgeable',
      'criticalRemoval',
      'mode',
      'oddInput',
      'protectedPath',
      'mode',
      'sandbox',
      'mode',
      'allowRules',
      'allowRules',
      'readOnly',
      'allowRules',
      'harmlessTools',
    ]);
  });

  it('names the rule and its source', () => {
    expect(decide(bash('git push origin'), policy({ allow: ['Bash'], deny: ['Bash(git push:*)'] }))).toEqual({
      behavior: 'deny',
      step: 'denyRules',
      rule: 'Bash(git push:*)',
      source: 'localSettings',
      reason: 'Denied: a rule names the command git push origin.',
    });
  });

  it('names the step when no rule decided', () => {
    expect(decide(bash('ls'), policy())).toEqual({
      behavior: 'allow',
      step: 'readOnly',
      rule: null,
      source: null,
      reason: 'Every command only reads, in the working directories.',
    });
    expect(decide(bash('touch a'), policy({ mode: 'acceptEdits' }))).toMatchObject({ behavior: 'allow', step: 'mode' });
    expect(decide({ tool: 'AskUserQuestion', input: {} }, policy({ mode: 'bypassPermissions' }))).toEqual({
      behavior: 'ask',
      step: 'mustAsk',
      rule: null,
      source: null,
      reason: 'AskUserQuestion is answered by the user.',
      mustAskUser: true,
    });
  });

  it('denies instead of asking in dontAsk', () => {
    expect(decide(bash('make'), policy({ mode: 'dontAsk' }))).toEqual({
      behavior: 'deny',
      step: 'askHost',
      rule: null,
      source: null,
      reason: 'Asked: no rule approves make. The mode dontAsk denies what would be asked.',
    });
  });

  it('approves sandboxed commands, but not those that leave the sandbox', () => {
    expect(decide(bash('make'), policy({ sandboxed: true }))).toMatchObject({ behavior: 'allow', step: 'sandbox' });
    expect(decide(bash('make', { dangerouslyDisableSandbox: true }), policy({ sandboxed: true }))).toMatchObject({ behavior: 'ask' });
    expect(decide(bash('rm -rf /'), policy({ sandboxed: true }))).toMatchObject({ behavior: 'ask', step: 'criticalRemoval' });
    expect(decide(bash('curl x'), policy({ sandboxed: true, deny: ['Bash(curl:*)'] }))).toMatchObject({ behavior: 'deny' });
  });

  it('keeps the working directories, whatever directory a call names', () => {
    expect(decide(bash('ls', { cwd: '/' }), policy({ allow: ['Bash(ls:*)'] }))).toMatchObject({ behavior: 'ask', step: 'oddInput' });
  });

  it('reads in every working directory', () => {
    expect(decide({ tool: 'Read', input: { file_path: '/q/a' } }, policy({ directories: ['/p', '/q'] })).behavior).toBe('allow');
    expect(decide({ tool: 'Read', input: { file_path: '/qq/a' } }, policy({ directories: ['/p', '/q'] })).behavior).toBe('ask');
  });

  it('follows real links', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'inboard-judge-')));
    symlinkSync('/etc', join(folder, 'out'));
    symlinkSync(folder, join(folder, 'self'));
    const real = policy({ cwd: folder, directories: [folder], fs: realFileView });
    expect(decide({ tool: 'Read', input: { file_path: 'out/hosts' } }, real).behavior).toBe('ask');
    expect(decide({ tool: 'Read', input: { file_path: 'self/a' } }, real).behavior).toBe('allow');
  });
});
