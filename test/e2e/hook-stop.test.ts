import { join } from 'node:path';
import { reply, resultsOf, status, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { HookCallback, HookInput, HookJSONOutput, Options, WireMessage } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { allowAll, command, flagSettings, hookSettings, writer, writeSettings } from '../support/hook-agent.js';
import { isResult, readRest, readUntil, Talk } from '../talk.js';

const answers = (output: HookJSONOutput): { hooks: HookCallback[] }[] => [{ hooks: [async () => output] }];
const stop: HookJSONOutput = { continue: false, stopReason: 'enough' };
const stopped = { subtype: 'success', stop_reason: 'hook_stopped', result: 'enough' };
const task = toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose' });

verifies('hook:stop:notification', async (cell) => {
  // The person is slower than the hook.
  let heard = (): void => undefined;
  const whenHeard = new Promise<void>((resolve) => (heard = resolve));
  const agent = await writer(cell, {
    includeHookEvents: true,
    hooks: {
      PreToolUse: answers({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask' } }),
      Notification: answers(stop),
    },
    canUseTool: async (_name, input) => {
      await whenHeard;
      return { behavior: 'allow', updatedInput: input };
    },
  });
  const query = agent.query('go');
  const isAnswer = (message: WireMessage) => message.subtype === 'hook_response' && message.hook_event === 'Notification';
  await readUntil(query, isAnswer);
  heard();
  expect(resultsOf(await readRest(query))).toMatchObject([stopped]);
  expect(agent.written()).toBe(true);
  expect(agent.model.requests).toHaveLength(1);
});

verifies('hook:stop:failed-call', async ({ open }) => {
  const agent = await open({ ...allowAll, hooks: { PostToolUseFailure: answers(stop) } });
  agent.model.says(reply(toolUse('Read', { file_path: join(agent.cwd, 'missing') })));
  expect(resultsOf(await agent.ask('go'))).toMatchObject([stopped]);
  expect(agent.model.requests).toHaveLength(1);
});

verifies('hook:stop:task-completed', async ({ open }) => {
  const agent = await open({ ...allowAll, hooks: { TaskCompleted: answers(stop) } });
  const todo = { content: 'step', activeForm: 'doing', status: 'completed' };
  agent.model.says(
    reply(toolUse('TodoWrite', { todos: [{ ...todo, status: 'in_progress' }] })),
    reply(toolUse('TodoWrite', { todos: [todo] })),
  );
  expect(resultsOf(await agent.ask('go'))).toMatchObject([stopped]);
});

verifies('hook:stop:config-change', async ({ open }) => {
  const agent = await open({ hooks: { ConfigChange: answers(stop) }, settingSources: ['user', 'project'] });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('one');
  const query = agent.query(talk);
  await readUntil(query, isResult);
  await writeSettings(join(agent.cwd, '.claude', 'settings.json'), hookSettings('Stop', command('true')));
  talk.say('two');
  const second = await readUntil(query, isResult);
  talk.end();
  await readRest(query);
  expect(second.at(-1)).toMatchObject(stopped);
  expect(agent.model.requests).toHaveLength(1);
});

verifies('hook:stop:stop-failure', async ({ open }) => {
  const agent = await open({ hooks: { StopFailure: answers(stop) } });
  agent.model.always(status(400, 'no'));
  expect(resultsOf(await agent.ask('go'))).toMatchObject([{ subtype: 'error_during_execution', is_error: true }]);
});

verifies('hook:stop:subagent', async ({ open }) => {
  const agent = await open({
    ...allowAll,
    hooks: { SubagentStop: answers({ ...stop, decision: 'block', reason: 'go on' }) },
  });
  agent.model.says(reply(task), reply(text('inner done')), reply(text('outer done')));
  const messages = await agent.ask('go');
  expect(JSON.stringify(toolResultsOf(messages))).toContain('inner done');
  expect(resultsOf(messages)).toMatchObject([{ result: 'outer done' }]);
  expect(agent.model.requests).toHaveLength(3);
});

verifies('hook:agent-mode', async ({ open }) => {
  const seen: [string | undefined, string | undefined][] = [];
  const note: HookCallback = async (input: HookInput) => {
    seen.push([input.agent_type, input.permission_mode]);
    return {};
  };
  const options: Options = {
    tools: ['Task', 'Write'],
    agents: { editor: { description: 'Edits.', prompt: 'Edit.', permissionMode: 'acceptEdits' } as never }, // the mode is read from the definition
    hooks: { PreToolUse: [{ hooks: [note] }] },
  };
  const agent = await open(options);
  const write = (name: string) => toolUse('Write', { file_path: join(agent.cwd, name), content: 'x' });
  agent.model.says(
    reply(toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'editor' })),
    reply(write('inner.txt')),
    reply(text('inner done')),
    reply(text('done')),
  );
  await agent.ask('go');
  expect(seen).toEqual([
    [undefined, 'default'],
    ['editor', 'acceptEdits'],
  ]);
});

verifies('hook:prompt-model', async ({ open }) => {
  const hook = { type: 'prompt', prompt: 'Is this fine?', model: 'claude-judge-1' };
  const agent = await open({ ...allowAll, ...flagSettings(hookSettings('UserPromptSubmit', hook)) });
  agent.model.always((request) => reply(text(request.body.model === 'claude-judge-1' ? '{"ok": true}' : 'done')));
  expect(resultsOf(await agent.ask('go'))).toMatchObject([{ result: 'done' }]);
  expect(agent.model.requests.map(({ body }) => body.model)[0]).toBe('claude-judge-1');
});

verifies('hook:blind-allow', async (cell) => {
  // One hook allows what it has seen, another one puts something else in its place.
  const specific = { hookEventName: 'PreToolUse' } as const;
  const agent = await writer(cell, {
    permissionMode: 'default',
    hooks: {
      PreToolUse: [
        { hooks: [async () => ({ hookSpecificOutput: { ...specific, permissionDecision: 'allow' } })] },
        {
          hooks: [
            async (input) => ({
              hookSpecificOutput: {
                ...specific,
                updatedInput: { ...(input as never as { tool_input: object }).tool_input, content: 'else' },
              },
            }),
          ],
        }, // a PreToolUse hook gets one
      ],
    },
  });
  await agent.ask('go');
  expect(agent.written()).toBe(false);
});
