import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { HookCallback, HookJSONOutput } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { command, flagSettings, hookEnds, hookSettings, writer, type Depth } from '../support/hook-agent.js';
import { isResult, reached, readRest, readUntil, rejection, Talk } from '../talk.js';

const depths: Depth[] = [0, 2];

/** Does the same with each, four at a time. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** Commands that give no usable answer, and how their end is reported. */
const brokenCommands: Record<string, { hook: object; outcome: string }> = {
  hangs: { hook: command('sleep 1000', { timeout: 0.3 }), outcome: 'timed_out' },
  'hangs and ignores signals': { hook: command("trap '' TERM INT HUP; while :; do sleep 1; done", { timeout: 0.3 }), outcome: 'timed_out' },
  'ends with 1': { hook: command('exit 1'), outcome: 'failed' },
  'is killed': { hook: command('kill -SEGV $$'), outcome: 'failed' },
  'is no file': { hook: command('/no/such/file'), outcome: 'failed' },
  'is no program': { hook: command('/no/such/program', { args: ['x'] }), outcome: 'failed' },
  'prints bytes': { hook: command('head -c 3000 /dev/urandom'), outcome: 'failed' },
  'prints half an answer': { hook: command(`echo '{"decision": "blo'`), outcome: 'failed' },
  'answers with a wrong value': {
    hook: command(`echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "perhaps"}}'`),
    outcome: 'failed',
  },
  'answers for another event': { hook: command(`echo '{"hookSpecificOutput": {"hookEventName": "Stop"}}'`), outcome: 'failed' },
  'misspells its no': {
    hook: command(`echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permisionDecision": "deny"}}'`),
    outcome: 'failed',
  },
  'says no in the wrong place': { hook: command(`echo '{"permissionDecision": "deny"}'`), outcome: 'failed' },
};

verifies(
  'hook:fail:command',
  async (cell) => {
    const tries = depths.flatMap((depth) => Object.entries(brokenCommands).map(([how, broken]) => ({ how, depth, ...broken })));
    await inTurns(tries, async ({ how, depth, hook, outcome }) => {
      const agent = await writer(cell, flagSettings(hookSettings('PreToolUse', hook, 'Write')), depth);
      const messages = await agent.ask('go');
      expect(agent.written(), `${how} at depth ${depth}`).toBe(false);
      expect(hookEnds(messages, 'PreToolUse'), how).toEqual([{ outcome, duration_ms: expect.any(Number), reason: expect.any(String) }]);
      expect(resultsOf(messages), how).toMatchObject([{ subtype: 'success' }]);
    });
  },
  { timeoutMs: 120_000 },
);

/** Functions that give no usable answer. Each returns what a careless host might. */
const brokenCallbacks: Record<string, HookCallback> = {
  throws: () => Promise.reject(new Error('broken')),
  hangs: () => new Promise(() => undefined),
  'answers a word': async () => 'yes' as unknown as HookJSONOutput,
  'answers a list': async () => [] as unknown as HookJSONOutput,
  'answers a wrong value': async () => ({ decision: 'maybe' }) as unknown as HookJSONOutput,
  'answers for another event': async () => ({ hookSpecificOutput: { hookEventName: 'Stop' } }),
  'misspells its no': async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permisionDecision: 'deny' } }),
  'says no in the wrong place': async () => ({ permissionDecision: 'deny' }) as HookJSONOutput,
};

verifies(
  'hook:fail:callback',
  async (cell) => {
    for (const depth of depths) {
      for (const [how, callback] of Object.entries(brokenCallbacks)) {
        const agent = await writer(cell, { hooks: { PreToolUse: [{ matcher: 'Write', hooks: [callback], timeout: 0.3 }] } }, depth);
        const messages = await agent.ask('go');
        expect(agent.written(), `${how} at depth ${depth}`).toBe(false);
        expect(hookEnds(messages, 'PreToolUse'), how).toMatchObject([{ outcome: how === 'hangs' ? 'timed_out' : 'failed' }]);
        expect(resultsOf(messages), how).toMatchObject([{ subtype: 'success' }]);
      }
    }
  },
  { timeoutMs: 60_000 },
);

verifies('hook:fail:host-gone', async (cell) => {
  let asked = false;
  let withdrawn = false;
  const abortController = new AbortController();
  const hangs: HookCallback = (_input, _id, { signal }) => {
    asked = true;
    signal.addEventListener('abort', () => (withdrawn = true));
    return new Promise(() => undefined);
  };
  const agent = await writer(cell, { abortController, hooks: { PreToolUse: [{ hooks: [hangs] }] } });
  const running = rejection(agent.ask('go'));
  await reached(() => asked);
  abortController.abort();
  expect((await running).name).toBe('AbortError');
  await reached(() => withdrawn);
  expect(agent.written()).toBe(false);
});

/** Whether a process still runs. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false; // there is no such process
  }
}

verifies('hook:fail:tree', async (cell) => {
  const agent = await writer(
    cell,
    flagSettings(
      hookSettings('PreToolUse', command('sleep 1000 & echo $! > pid; setsid sleep 1000 & echo $! > pid2; wait', { timeout: 0.5 })),
    ),
  );
  await agent.ask('go');
  const pids = ['pid', 'pid2'].map((name) => Number(readFileSync(join(agent.cwd, name), 'utf8')));
  await reached(() => !pids.some(isAlive));
  expect(agent.written()).toBe(false);
});

verifies('hook:fail:daemon', async (cell) => {
  const agent = await writer(cell, {
    extraArgs: {
      ...flagSettings(hookSettings('PreToolUse', command('sleep 1000 & echo $! > pid; echo left it running >&2; exit 2'))).extraArgs!,
      'include-hook-events': null,
    },
  });
  const messages = await agent.ask('go');
  process.kill(Number(readFileSync(join(agent.cwd, 'pid'), 'utf8')));
  expect(hookEnds(messages, 'PreToolUse')).toMatchObject([{ outcome: 'blocked', reason: 'left it running' }]);
  expect(hookEnds(messages, 'PreToolUse')[0]!.duration_ms).toBeLessThan(10_000);
});

verifies(
  'hook:fail:flood',
  async (cell) => {
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    const flood = command('head -c 1000000000 /dev/zero | tr "\\0" x');
    const agent = await writer(cell, {
      extraArgs: { ...flagSettings(hookSettings('PreToolUse', flood)).extraArgs!, 'include-hook-events': null },
    });
    const messages = await agent.ask('go');
    clearInterval(watch);
    expect(agent.written()).toBe(false);
    expect(hookEnds(messages)).toMatchObject([{ outcome: 'failed', reason: expect.stringContaining('printed more than') }]);
    expect(most - before).toBeLessThan(200 * 1024 * 1024);
    expect(JSON.stringify(messages).length).toBeLessThan(500_000);
  },
  { timeoutMs: 60_000 },
);

verifies(
  'hook:fail:observer',
  async (cell) => {
    await inTurns(Object.values(brokenCommands), async ({ hook, outcome }) => {
      const agent = await writer(cell, flagSettings({ hooks: { PostToolUse: [{ hooks: [hook] }], PostToolBatch: [{ hooks: [hook] }] } }));
      const messages = await agent.ask('go');
      expect(agent.written()).toBe(true);
      expect(toolResultsOf(messages)[0]!.is_error).toBeUndefined();
      expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: 'done' }]);
      // Words that only a gate must not misspell are no failure of an observer.
      if (outcome === 'timed_out') expect(hookEnds(messages, 'PostToolUse')).toMatchObject([{ outcome }]);
    });
  },
  { timeoutMs: 60_000 },
);

verifies(
  'hook:fail:permission-request',
  async (cell) => {
    const ask: HookCallback = async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } });
    for (const [how, callback] of Object.entries(brokenCallbacks)) {
      const agent = await writer(cell, {
        hooks: { PreToolUse: [{ hooks: [ask] }], PermissionRequest: [{ hooks: [callback], timeout: 0.3 }] },
      });
      await agent.ask('go');
      expect(agent.written(), how).toBe(false);
    }
  },
  { timeoutMs: 60_000 },
);

verifies('hook:fail:on-failure', async (cell) => {
  const open = async (event: string, onFailure: string) => {
    const agent = await writer(cell, flagSettings(hookSettings(event, command('exit 1', { onFailure }))));
    return { agent, messages: await agent.ask('go') };
  };
  expect((await open('PreToolUse', 'continue')).agent.written()).toBe(true);
  expect(toolResultsOf((await open('PreToolUse', 'block')).messages)[0]!.content).toContain('failed: it ended with exit code 1');
  const observed = await open('PostToolUse', 'block');
  expect(JSON.stringify(observed.agent.model.requests[1]!.body.messages)).toContain('A PostToolUse hook objects');
});

verifies('hook:prompt:queued', async ({ open }) => {
  // The second prompt comes while the first one is worked on; the gate must see it too.
  const seen: string[] = [];
  const gate: HookCallback = async (input) => {
    const { prompt } = input as unknown as { prompt: string }; // it is registered for one event
    seen.push(prompt);
    return prompt === 'bad' ? { decision: 'block', reason: 'not this one' } : {};
  };
  const agent = await open({ hooks: { UserPromptSubmit: [{ hooks: [gate] }] } });
  const talk = new Talk('good');
  agent.model.always(async (_request, index) => {
    if (index > 0) return reply(text('done'));
    talk.say('bad');
    await new Promise((resolve) => setTimeout(resolve, 100)); // the prompt is on its way by then
    return reply(toolUse('Glob', { pattern: '*' }));
  });
  const query = agent.query(talk);
  await readUntil(query, isResult);
  await reached(() => seen.length === 2);
  talk.end();
  await readRest(query);
  expect(seen).toEqual(['good', 'bad']);
  expect(JSON.stringify(agent.model.requests.map(({ body }) => body.messages))).not.toContain('bad');
});
