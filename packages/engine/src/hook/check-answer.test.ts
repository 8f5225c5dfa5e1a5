import type { HookEvent } from '@inboard/wire';
import { expect, test } from 'vitest';
import { checkAnswer } from './check-answer.js';

test.each<[HookEvent, object, string]>([
  ['PreToolUse', {}, 'ran'],
  ['PreToolUse', { continue: true, suppressOutput: true, terminalSequence: 'x' }, 'ran'],
  ['PreToolUse', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } }, 'ran'],
  ['PreToolUse', { hookSpecificOutput: { hookEventName: 'PostToolUse' } }, 'failed'],
  ['PreToolUse', { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'no' } }, 'failed'],
  ['PreToolUse', { hookSpecificOutput: { hookEventName: 'PreToolUse', decision: 'deny' } }, 'failed'],
  ['PreToolUse', { deny: true }, 'failed'],
  ['PostToolUse', { note: 'observers may say more' }, 'ran'],
  ['PostToolUse', { hookSpecificOutput: { hookEventName: 'PostToolUse', more: 1 } }, 'ran'],
])('%s answered with %j: %s', (event, output, kind) => {
  expect(checkAnswer(event, { kind: 'ran', output }).kind).toBe(kind);
});
