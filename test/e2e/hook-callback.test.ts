import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindsOf, reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { HookCallback, HookEvent, HookInput, Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent, type Cell } from '../harness.js';

type Hooks = NonNullable<Options['hooks']>;

/** Opens an agent whose model reads a file and then says it is done. */
async function reader({ open }: Cell, hooks: Hooks, more: Options = {}): Promise<Agent> {
  const agent = await open({ hooks, ...more });
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha\n');
  agent.model.says(reply(toolUse('Read', { file_path: join(agent.cwd, 'a.txt') }, 'toolu_1')), reply(text('done')));
  return agent;
}

const always = (callback: HookCallback, more: object = {}) => [{ hooks: [callback], ...more }];

verifies('hook:pre-tool-use:input', async (cell) => {
  const seen: { input: HookInput; id: string | undefined }[] = [];
  const agent = await reader(cell, {
    PreToolUse: always(async (input, id) => {
      seen.push({ input, id });
      return {};
    }),
  });
  const messages = await agent.ask('go');
  expect(seen).toEqual([
    {
      id: 'toolu_1',
      input: {
        session_id: resultsOf(messages)[0]!.session_id,
        transcript_path: expect.stringContaining('transcript.jsonl'),
        cwd: agent.cwd,
        permission_mode: 'default',
        hook_event_name: 'PreToolUse',
        tool_name: 'Read',
        tool_input: { file_path: join(agent.cwd, 'a.txt') },
        tool_use_id: 'toolu_1',
      },
    },
  ]);
  expect(toolResultsOf(messages)[0]!.is_error).toBeUndefined();
});

verifies('hook:pre-tool-use:deny', async (cell) => {
  const agent = await reader(cell, {
    PreToolUse: always(async () => ({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'not today' },
    })),
  });
  const messages = await agent.ask('go');
  expect(toolResultsOf(messages)).toEqual([
    { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: 'Read is not allowed: not today' },
  ]);
  expect(resultsOf(messages)[0]!.permission_denials).toMatchObject([
    { tool_name: 'Read', tool_use_id: 'toolu_1', trace: { step: 'hookDecision', source: 'hook', reason: 'not today' } },
  ]);
});

verifies('hook:pre-tool-use:rewrite', async (cell) => {
  const agent = await reader(cell, {
    PreToolUse: always(async (input) => ({
      hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { file_path: join(input.cwd, 'b.txt') } },
    })),
  });
  await writeFile(join(agent.cwd, 'b.txt'), 'beta');
  expect(toolResultsOf(await agent.ask('go'))[0]!.content).toBe('     1→beta');
});

const broken: Record<string, HookCallback> = {
  throws: async () => {
    throw new Error('hook broke');
  },
  'answers junk': async () => ({ decision: 'maybe' }) as never, // what a careless host might send
  'answers junk for the event': async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'perhaps' } }), // likewise
  hangs: (_input, _id, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
};

verifies('hook:pre-tool-use:fails-closed', async (cell) => {
  for (const [how, callback] of Object.entries(broken)) {
    const agent = await reader(cell, { PreToolUse: always(callback, { timeout: 0.2 }) });
    const messages = await agent.ask('go');
    expect(toolResultsOf(messages)[0], how).toMatchObject({ is_error: true });
    expect(kindsOf(messages), how).toContain('system/hook_response');
  }
});

verifies('hook:pre-tool-use:on-failure-continue', async (cell) => {
  const agent = await reader(cell, { PreToolUse: always(broken.throws!, { onFailure: 'continue' }) });
  expect(toolResultsOf(await agent.ask('go'))[0]!.is_error).toBeUndefined();
});

verifies('hook:post-tool-use:context', async (cell) => {
  const agent = await reader(cell, {
    PostToolUse: always(async () => ({ hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'remember this' } })),
  });
  await agent.ask('go');
  expect(JSON.stringify(agent.model.requests[1]!.body.messages)).toContain('remember this');
});

verifies('hook:post-tool-use:failure-keeps-result', async (cell) => {
  const agent = await reader(cell, { PostToolUse: always(broken.throws!) });
  const messages = await agent.ask('go');
  expect(toolResultsOf(messages)[0]!.content).toContain('alpha');
  expect(resultsOf(messages)[0]!.subtype).toBe('success');
});

verifies('hook:prompt:block', async ({ open }) => {
  const agent = await open({ hooks: { UserPromptSubmit: always(async () => ({ decision: 'block', reason: 'no prompts today' })) } });
  const messages = await agent.ask('go');
  expect(agent.model.requests).toEqual([]);
  expect(resultsOf(messages)[0]).toMatchObject({ subtype: 'success', result: 'The prompt was blocked: no prompts today' });
});

verifies('hook:prompt:fails-closed', async ({ open }) => {
  const agent = await open({ hooks: { UserPromptSubmit: always(broken.throws!) } });
  await agent.ask('go');
  expect(agent.model.requests).toEqual([]);
});

verifies('hook:prompt:context', async ({ open }) => {
  const agent = await open({
    hooks: {
      SessionStart: always(async () => ({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'from the start' } })),
      UserPromptSubmit: always(async () => ({
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'with the prompt' },
      })),
    },
  });
  agent.model.says(reply(text('ok')));
  await agent.ask('go');
  const sent = JSON.stringify(agent.model.requests[0]!.body.messages);
  expect(sent).toContain('from the start');
  expect(sent).toContain('with the prompt');
});

verifies('hook:stop:block', async ({ open }) => {
  const active: boolean[] = [];
  const agent = await open({
    hooks: {
      Stop: always(async (input) => {
        active.push((input as { stop_hook_active: boolean }).stop_hook_active);
        return active.length === 1 ? { decision: 'block', reason: 'check once more' } : {};
      }),
    },
  });
  agent.model.says(reply(text('first')), reply(text('second')));
  const messages = await agent.ask('go');
  expect(active).toEqual([false, true]);
  expect(JSON.stringify(agent.model.requests[1]!.body.messages)).toContain('check once more');
  expect(resultsOf(messages)[0]).toMatchObject({ subtype: 'success', result: 'second', num_turns: 2 });
});

verifies('hook:stop:cap', async ({ open }) => {
  const agent = await open({ hooks: { Stop: always(async () => ({ decision: 'block', reason: 'again' })) } });
  agent.model.always(reply(text('hm')));
  const messages = await agent.ask('go');
  expect(agent.model.requests).toHaveLength(9);
  expect(resultsOf(messages)).toHaveLength(1);
});

verifies('hook:session-events', async ({ open }) => {
  const events: HookEvent[] = [];
  const note: HookCallback = async (input) => {
    events.push(input.hook_event_name);
    return {};
  };
  const names: HookEvent[] = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolBatch', 'Stop', 'SessionEnd'];
  const agent = await reader({ open, transport: 'memory' }, Object.fromEntries(names.map((name) => [name, always(note)])));
  await agent.ask('go');
  expect(events).toEqual(names);
});

verifies('hook:merge', async (cell) => {
  const say =
    (permissionDecision: 'allow' | 'deny', context: string): HookCallback =>
    async () => ({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision,
        permissionDecisionReason: permissionDecision,
        additionalContext: context,
      },
    });
  const agent = await reader(cell, {
    PreToolUse: [{ hooks: [say('deny', 'one'), say('allow', 'two')] }, { matcher: 'Write', hooks: [say('deny', 'never')] }],
  });
  const messages = await agent.ask('go');
  expect(toolResultsOf(messages)[0]!.content).toBe('Read is not allowed: deny');
  const sent = JSON.stringify(agent.model.requests[1]!.body.messages);
  expect(sent).toContain('one');
  expect(sent).toContain('two');
  expect(sent).not.toContain('never');
});

verifies('hook:continue-false', async (cell) => {
  const agent = await reader(cell, { PreToolUse: always(async () => ({ continue: false, stopReason: 'enough' })) });
  const messages = await agent.ask('go');
  expect(agent.model.requests).toHaveLength(1);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true });
  expect(resultsOf(messages)[0]).toMatchObject({ subtype: 'success', stop_reason: 'hook_stopped', result: 'enough' });
});
