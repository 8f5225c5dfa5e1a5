import { describe, expect, it } from 'vitest';
import { readRule, readRules, ruleText, type RuleOrigin } from './parse.js';

const allow: RuleOrigin = { behavior: 'allow', source: 'projectSettings', anchor: '/p' };
const deny: RuleOrigin = { ...allow, behavior: 'deny' };

describe('readRule', () => {
  it.each([
    ['Bash', { toolName: 'Bash' }],
    ['Bash(*)', { toolName: 'Bash' }],
    [' Bash(npm test:*) ', { toolName: 'Bash', ruleContent: 'npm test:*' }],
    ['Bash(echo (a))', { toolName: 'Bash', ruleContent: 'echo (a)' }],
    ['mcp__a__b', { toolName: 'mcp__a__b' }],
    ['Read(//etc/**)', { toolName: 'Read', ruleContent: '//etc/**' }],
  ])('reads %s', (text, value) => {
    expect(readRule(text, allow)).toEqual({ ...allow, text, value });
  });

  it.each(['', '(ls)', 'Bash(ls', 'Bash()', 'Bash(:*)', 'Bash)', 'Bash (ls)', 'Bash(ls)x', 5, null])('finds %j broken', (text) => {
    expect(readRule(text, allow).broken).toEqual(expect.any(String));
  });

  it('writes a rule as it reads it', () => {
    expect(ruleText(readRule('Bash(npm test:*)', allow).value)).toBe('Bash(npm test:*)');
    expect(ruleText({ toolName: 'Read' })).toBe('Read');
  });
});

describe('readRules', () => {
  it('drops a broken allow, keeps a broken deny, and reports both', () => {
    expect(readRules(['Bash(ls', 'Read'], allow)).toEqual({
      rules: [expect.objectContaining({ text: 'Read' })],
      problems: ['allow rule "Bash(ls" (projectSettings): the closing ")" is missing'],
    });
    expect(readRules(['Bash(ls'], deny)).toEqual({
      rules: [expect.objectContaining({ text: 'Bash(ls', value: { toolName: 'Bash', ruleContent: 'ls' } })],
      problems: [expect.stringContaining('Bash(ls')],
    });
  });

  it('reports rules that approve nothing', () => {
    expect(readRules(['Write(/src/**)', 'mcp__*', '*'], allow).problems).toHaveLength(3);
    expect(readRules(['Write(/src/**)', 'mcp__*', '*'], deny).problems).toEqual([]);
  });
});
