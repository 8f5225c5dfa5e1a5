import { describe, expect, it } from 'vitest';
import { realPort } from '../port/port.js';
import { HookDispatcher } from './dispatch.js';
import type { HandlerEnd, HookHandler } from './handler.js';
import { HookRegistry } from './registry.js';

const base = { session_id: 's', transcript_path: 't', cwd: '/' };
const { signal } = new AbortController();
const call = { tool_name: 'Write', tool_input: {}, tool_use_id: 'toolu_1' };

/** A dispatcher with these hooks for PreToolUse, and how each of them ended. */
function dispatcher(...handlers: HookHandler[]): { hooks: HookDispatcher; ends: HandlerEnd['kind'][]; said: string[] } {
  const registry = new HookRegistry();
  const ends: HandlerEnd['kind'][] = [];
  const said: string[] = [];
  registry.set('test', new Map([['PreToolUse', handlers]]));
  const listener = {
    started: () => undefined,
    progress: () => undefined,
    ended: (_: unknown, end: HandlerEnd) => void ends.push(end.kind),
    said: (text: string) => void said.push(text),
  };
  return {
    hooks: new HookDispatcher({ registry, listener, port: realPort, base: () => base, shorten: (text) => text.slice(0, 5) }),
    ends,
    said,
  };
}

const handler = (run: HookHandler['run'], more: Partial<HookHandler> = {}): HookHandler => ({
  name: 'h',
  source: 'host',
  timeoutMs: 60_000,
  run,
  ...more,
});

describe('HookDispatcher', () => {
  it('ends a handler that ignores its signal', async () => {
    const { hooks, ends } = dispatcher(handler(() => new Promise(() => undefined), { timeoutMs: 5 }));
    expect((await hooks.run('PreToolUse', call, { signal })).failure).toBe('The hook h failed: no answer within 0.005 s.');
    expect(ends).toEqual(['timed_out']);
  });

  it('takes a handler that throws for one that failed', async () => {
    const { hooks } = dispatcher(
      handler(() => {
        throw new Error('broken');
      }),
    );
    expect((await hooks.run('PreToolUse', call, { signal })).failure).toBe('The hook h failed: broken');
  });

  it('cancels handlers when the call is interrupted', async () => {
    const controller = new AbortController();
    const { hooks, ends } = dispatcher(
      handler((given) => new Promise((resolve) => given.signal.addEventListener('abort', () => resolve({ kind: 'ran', output: {} })))),
    );
    const running = hooks.run('PreToolUse', call, { signal: controller.signal });
    controller.abort();
    await running;
    expect(ends).toEqual(['cancelled']);
  });

  it('gives a long time limit its time', async () => {
    const { hooks, ends } = dispatcher(
      handler(() => new Promise((resolve) => setTimeout(() => resolve({ kind: 'ran', output: {} }), 20)), { timeoutMs: 1e13 }),
    );
    await hooks.run('PreToolUse', call, { signal });
    expect(ends).toEqual(['ran']);
  });

  it('does not wait for handlers in the background, and ends them with the session', async () => {
    const { hooks, ends } = dispatcher(
      handler((given) => new Promise((resolve) => given.signal.addEventListener('abort', () => resolve({ kind: 'ran', output: {} }))), {
        background: true,
      }),
    );
    expect(await hooks.run('PreToolUse', call, { signal })).toEqual({ contexts: [], systemMessages: [] });
    expect(ends).toEqual([]);
    await hooks.close();
    expect(ends).toEqual(['cancelled']);
  });

  it('ends what a subagent has left running in the background', async () => {
    const untilEnd = handler(
      (given) => new Promise((resolve) => given.signal.addEventListener('abort', () => resolve({ kind: 'ran', output: {} }))),
      { background: true },
    );
    const { hooks, ends } = dispatcher();
    const registry = new HookRegistry();
    registry.set('agent', new Map([['PreToolUse', [untilEnd]]]));
    await hooks.forAgent(registry).run('PreToolUse', call, { signal });
    await hooks.close();
    expect(ends).toEqual(['cancelled']);
  });

  it('shortens texts and passes on what is meant for the person', async () => {
    const output = {
      systemMessage: '123456',
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        additionalContext: 'abcdef',
        permissionDecision: 'deny',
        permissionDecisionReason: 'ABCDEF',
      },
    };
    const { hooks, said } = dispatcher(handler(async () => ({ kind: 'ran', output })));
    expect(await hooks.run('PreToolUse', call, { signal })).toEqual({
      contexts: ['abcde'],
      systemMessages: ['12345'],
      permission: { behavior: 'deny', reason: 'ABCDE' },
    });
    expect(said).toEqual(['12345']);
  });

  it('tells handlers where the event happened', async () => {
    const inputs: unknown[] = [];
    const { hooks } = dispatcher(
      handler(async ({ input }) => {
        inputs.push(input);
        return { kind: 'ran', output: {} };
      }),
    );
    await hooks.run('PreToolUse', call, { signal, agent: { id: 'a1', type: 'helper' } });
    expect(inputs).toEqual([{ ...base, ...call, hook_event_name: 'PreToolUse', agent_id: 'a1', agent_type: 'helper' }]);
  });
});
