import type { SyncHookJSONOutput } from '@inboard/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HandlerEnd, HookHandler, OnFailure } from './handler.js';
import { mergeHooks, type HookRun } from './merge.js';

const handler = (onFailure?: OnFailure): HookHandler => ({
  name: 'h',
  source: 'host',
  timeoutMs: 1,
  run: async () => ({ kind: 'ran', output: {} }),
  ...(onFailure && { onFailure }),
});
const run = (end: HandlerEnd, onFailure?: OnFailure): HookRun => ({ handler: handler(onFailure), end });
const ran = (output: SyncHookJSONOutput): HookRun => run({ kind: 'ran', output });
const decides = (permissionDecision: string): HookRun =>
  ran({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision, permissionDecisionReason: permissionDecision } });
const failed: HandlerEnd = { kind: 'failed', reason: 'broken' };
const nothing = { contexts: [], systemMessages: [] };

describe('mergeHooks', () => {
  it('takes the strictest decision, in whatever order they come', () => {
    const strictest = (names: string[]) => ['deny', 'ask', 'allow'].find((name) => names.includes(name));
    fc.assert(
      fc.property(fc.array(fc.constantFrom('allow', 'ask', 'deny'), { minLength: 1 }), (names) => {
        expect(mergeHooks('PreToolUse', names.map(decides)).permission).toEqual({ behavior: strictest(names), reason: strictest(names) });
      }),
    );
  });

  it('keeps every context', () => {
    const says = (additionalContext: string) => ran({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext } });
    expect(mergeHooks('PostToolUse', [says('one'), says(''), says('two')])).toEqual({ contexts: ['one', 'two'], systemMessages: [] });
  });

  it('never forgets that a gate failed', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('allow', 'ask', 'deny')), fc.nat(), (names, place) => {
        const runs = names.map(decides);
        runs.splice(place % (runs.length + 1), 0, run(failed));
        expect(mergeHooks('PreToolUse', runs).failure).toBe('The hook h failed: broken');
      }),
    );
  });

  it.each([
    ['PreToolUse', undefined, { failure: 'The hook h failed: broken' }],
    ['PreToolUse', 'continue', {}],
    ['PreToolUse', 'block', { permission: { behavior: 'deny', reason: 'The hook h failed: broken' } }],
    ['PostToolUse', undefined, {}],
    ['PostToolUse', 'block', { block: 'The hook h failed: broken' }],
    ['UserPromptSubmit', undefined, { failure: 'The hook h failed: broken' }],
  ] as const)('a failure of %s with onFailure %s', (event, onFailure, outcome) => {
    expect(mergeHooks(event, [run(failed, onFailure)])).toEqual({ ...nothing, ...outcome });
  });

  it('joins the reasons of blocks and takes the first stop', () => {
    const runs = [
      ran({ decision: 'block', reason: 'one' }),
      run({ kind: 'blocked', reason: 'two' }),
      ran({ continue: false }),
      ran({ continue: false, stopReason: 'late' }),
    ];
    expect(mergeHooks('Stop', runs)).toEqual({ ...nothing, block: 'one\ntwo', stop: 'A Stop hook ended the run.' });
  });

  it('lets a deny win over an allow in the place of the person', () => {
    const decision = (behavior: string) => ran({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior } } });
    expect(mergeHooks('PermissionRequest', [decision('allow'), decision('deny'), decision('allow')]).decision).toEqual({
      behavior: 'deny',
    });
  });
});
