import { describe, expect, it } from 'vitest';
import { givenPermissionMode, permissionMode, permissionUpdate, toPermissionMode } from './index.js';

describe('permission modes', () => {
  it.each([
    ['default', 'default'],
    ['plan', 'plan'],
    ['delegate', 'default'],
    ['manual', 'default'],
    ['yolo', undefined],
    ['constructor', undefined],
  ])('%s means %s', (name, mode) => {
    expect(toPermissionMode(name)).toBe(mode);
    expect(givenPermissionMode().safeParse(name).success).toBe(mode !== undefined);
    expect(permissionMode().safeParse(name).success).toBe(name === mode);
  });
});

describe('permission updates', () => {
  const rules = [{ toolName: 'Bash', ruleContent: 'ls' }, { toolName: 'Read' }];
  it.each([
    [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }, true],
    [{ type: 'replaceRules', rules, behavior: 'deny', destination: 'userSettings' }, true],
    [{ type: 'removeRules', rules, behavior: 'ask', destination: 'cliArg' }, true],
    [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }, true],
    [{ type: 'addDirectories', directories: ['/a'], destination: 'localSettings' }, true],
    [{ type: 'removeDirectories', directories: ['/a'], destination: 'projectSettings' }, true],
    [{ type: 'addRules', rules, behavior: 'allow', destination: 'managed' }, false],
    [{ type: 'addRules', rules: ['Bash'], behavior: 'allow', destination: 'session' }, false],
    [{ type: 'setMode', mode: 'yolo', destination: 'session' }, false],
    [{ type: 'addRules', rules, destination: 'session' }, false],
  ])('%j: %s', (update, fits) => {
    expect(permissionUpdate().safeParse(update).success).toBe(fits);
  });
});
