import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { HookDefinition } from '../define.js';
import { HOOK_EVENTS, hookOutput, hooks } from './index.js';

const rows = Object.entries(hooks as Record<string, HookDefinition>);
const fieldsOf = (schema: z.ZodType) => Object.keys((schema as z.ZodObject).shape);

describe('the hook table', () => {
  it('lists each event under its own name', () => {
    expect(rows.filter(([name, hook]) => name !== hook.event)).toEqual([]);
  });

  it('begins with the events of the published SDK', () => {
    expect(HOOK_EVENTS.slice(0, 18)).toEqual([
      'PreToolUse',
      'PostToolUse',
      'PostToolUseFailure',
      'Notification',
      'UserPromptSubmit',
      'SessionStart',
      'SessionEnd',
      'Stop',
      'SubagentStart',
      'SubagentStop',
      'PreCompact',
      'PermissionRequest',
      'Setup',
      'TeammateIdle',
      'TaskCompleted',
      'ConfigChange',
      'WorktreeCreate',
      'WorktreeRemove',
    ]);
  });

  it.each(rows.filter(([, hook]) => hook.matchOn !== null))('matches %s on a field of its input', (_, hook) => {
    expect(fieldsOf(hook.input())).toContain(hook.matchOn);
  });

  it('closes the gates that decide whether something may happen', () => {
    expect(rows.filter(([, hook]) => hook.gate).map(([name]) => name)).toEqual(['PreToolUse', 'UserPromptSubmit', 'PermissionRequest']);
  });

  const outputs: Record<string, string[]> = {
    PreToolUse: ['permissionDecision', 'permissionDecisionReason', 'updatedInput', 'additionalContext'],
    PostToolUse: ['additionalContext', 'updatedMCPToolOutput', 'updatedToolOutput'],
    PermissionRequest: ['decision'],
    UserPromptSubmit: ['additionalContext'],
    SessionStart: ['additionalContext'],
    SessionEnd: [],
    PreCompact: [],
  };
  it.each(Object.entries(outputs))('lets %s answer %j', (event, fields) => {
    expect(fieldsOf((hooks as Record<string, HookDefinition>)[event]!.output())).toEqual(fields);
  });
});

describe('what a hook answers', () => {
  it.each([
    [{}, true],
    [{ continue: false, stopReason: 'enough', suppressOutput: true, systemMessage: 'note' }, true],
    [{ decision: 'block', reason: 'no' }, true],
    [{ decision: 'allow' }, false],
    [{ async: true, asyncTimeout: 5 }, true],
    [{ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }, true],
    [{ hookSpecificOutput: { permissionDecision: 'deny' } }, false],
    [{ continue: 'no' }, false],
    ['text', false],
    [null, false],
  ])('%j: %s', (output, fits) => {
    expect(hookOutput().safeParse(output).success).toBe(fits);
  });

  it.each([
    ['PreToolUse', { permissionDecision: 'maybe' }, false],
    ['PreToolUse', { permissionDecision: 'ask', updatedInput: {} }, true],
    ['PermissionRequest', { decision: { behavior: 'allow' } }, true],
    ['PermissionRequest', { decision: { behavior: 'deny', interrupt: true } }, true],
    ['PermissionRequest', { decision: { behavior: 'ask' } }, false],
  ] as const)('under %s: %j: %s', (event, output, fits) => {
    expect(hooks[event].output().safeParse(output).success).toBe(fits);
  });
});
