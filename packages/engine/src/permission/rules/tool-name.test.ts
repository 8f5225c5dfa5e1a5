import type { PermissionBehavior } from '@inboard/wire';
import { describe, expect, it } from 'vitest';
import { readRule } from './parse.js';
import { namesTool } from './tool-name.js';

describe('namesTool', () => {
  it.each<[string, PermissionBehavior, string, boolean]>([
    ['Bash', 'allow', 'Bash', true],
    ['bash', 'allow', 'Bash', false],
    ['Read', 'deny', 'Grep', true],
    ['Edit', 'allow', 'NotebookEdit', true],
    ['Write', 'allow', 'Edit', false],
    ['Agent', 'deny', 'Task', true],
    ['mcp__a', 'allow', 'mcp__a__b', true],
    ['mcp__a', 'allow', 'mcp__ab__b', false],
    ['mcp__a', 'allow', 'mcp__a_b__c', false],
    ['mcp__a__get_*', 'allow', 'mcp__a__get_x', true],
    ['mcp__a__get_*', 'allow', 'mcp__ab__get_x', false],
    ['mcp__*', 'allow', 'mcp__a__b', false],
    ['mcp__*', 'deny', 'mcp__a__b', true],
    ['*', 'allow', 'Bash', false],
    ['*', 'ask', 'Bash', true],
  ])('%s as %s names %s: %s', (text, behavior, tool, expected) => {
    expect(namesTool(readRule(text, { behavior, source: 'session', anchor: '/' }), tool)).toBe(expected);
  });
});
