import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, status, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { HookCallback, HookEvent, HookInput, Options } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { command, flagSettings, hookSettings, writer, writeSettings } from '../support/hook-agent.js';
import { isResult, readRest, readUntil, Talk } from '../talk.js';

/** Hooks that note what they are told. */
function noting(...events: HookEvent[]): { seen: HookInput[]; hooks: NonNullable<Options['hooks']> } {
  const seen: HookInput[] = [];
  const note: HookCallback = async (input) => {
    seen.push(input);
    return {};
  };
  return { seen, hooks: Object.fromEntries(events.map((event) => [event, [{ hooks: [note] }]])) };
}

const asks: HookCallback = async () => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: 'look at it' },
});

verifies('hook:event:notification', async (cell) => {
  const { seen, hooks } = noting('Notification');
  const agent = await writer(cell, {
    hooks: { ...hooks, PreToolUse: [{ hooks: [asks] }] },
    canUseTool: async (_name, input) => ({ behavior: 'allow', updatedInput: input }),
  });
  await agent.ask('go');
  expect(agent.written()).toBe(true);
  expect(seen).toMatchObject([
    {
      hook_event_name: 'Notification',
      notification_type: 'permission_prompt',
      title: 'Permission needed',
      message: 'Permission is needed to use Write.',
    },
  ]);
});

const todos = (...states: ('pending' | 'completed')[]) => ({
  todos: states.map((status, index) => ({ content: `step ${index + 1}`, activeForm: `doing ${index + 1}`, status })),
});

verifies('hook:event:task-completed', async ({ open }) => {
  const subjects: string[] = [];
  const judge: HookCallback = async (input) => {
    const { task_id, task_subject } = input as unknown as { task_id: string; task_subject: string }; // it is registered for one event
    subjects.push(`${task_id} ${task_subject}`);
    return task_subject === 'step 2' ? { decision: 'block', reason: 'the tests fail' } : {};
  };
  const agent = await open({ hooks: { TaskCompleted: [{ hooks: [judge] }] } });
  agent.model.says(
    reply(toolUse('TodoWrite', todos('completed', 'pending'))),
    reply(toolUse('TodoWrite', todos('completed', 'completed'))),
    reply(text('done')),
  );
  const messages = await agent.ask('go');
  expect(subjects).toEqual(['1 step 1', '2 step 2']);
  expect(toolResultsOf(messages)[1]!.content).toContain('1 done, 1 in progress, 0 to do');
  expect(toolResultsOf(messages)[1]!.content).toContain('"step 2" is not completed yet: the tests fail');
});

verifies('hook:event:config-change', async ({ open }) => {
  const { seen, hooks } = noting('ConfigChange');
  const agent = await open({ hooks, settingSources: ['user', 'project'] });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('one');
  const query = agent.query(talk);
  await readUntil(query, isResult);
  const path = join(agent.cwd, '.claude', 'settings.json');
  await writeSettings(path, hookSettings('UserPromptSubmit', command('exit 2')));
  talk.say('two');
  const second = await readUntil(query, isResult);
  talk.end();
  await readRest(query);
  expect(seen).toMatchObject([{ source: 'project_settings', file_path: path }]);
  expect(second.at(-1)).toMatchObject({ result: 'ok' });
});

verifies('hook:event:session-end', async ({ open }) => {
  const { seen, hooks } = noting('SessionStart', 'SessionEnd');
  const agent = await open({ hooks, model: 'claude-sonnet-4-5' });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('one', '/clear', 'two');
  talk.end();
  await agent.ask(talk);
  expect(seen.map((input) => [input.hook_event_name, 'source' in input ? input.source : 'reason' in input ? input.reason : ''])).toEqual([
    ['SessionStart', 'startup'],
    ['SessionEnd', 'clear'],
    ['SessionStart', 'clear'],
    ['SessionEnd', 'other'],
  ]);
  expect(seen[0]).toMatchObject({ model: 'claude-sonnet-4-5' });
});

verifies('hook:event:session-end-without-host', async (cell) => {
  const abortController = new AbortController();
  const agent = await writer(cell, { abortController, ...flagSettings(hookSettings('SessionEnd', command('cat > ended.json'))) });
  const query = agent.query(new Talk('go'));
  await readUntil(query, isResult);
  query.close();
  const path = join(agent.cwd, 'ended.json');
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') await new Promise((resolve) => setTimeout(resolve, 5));
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ hook_event_name: 'SessionEnd', reason: 'other' });
});

verifies('hook:event:permission-denied', async (cell) => {
  const { seen, hooks } = noting('PermissionDenied');
  const agent = await writer(cell, { hooks: { ...hooks, PreToolUse: [{ hooks: [async () => ({ decision: 'block', reason: 'no' })] }] } });
  await agent.ask('go');
  expect(seen).toMatchObject([
    { tool_name: 'Write', tool_use_id: 'toolu_write', tool_input: { content: 'hello' }, reason: 'Write is not allowed: no' },
  ]);
});

verifies('hook:event:stop-failure', async ({ open }) => {
  const { seen, hooks } = noting('StopFailure', 'Stop');
  const agent = await open({ hooks });
  agent.model.always(status(400, 'no such thing'));
  const messages = await agent.ask('go');
  expect(seen).toMatchObject([
    { hook_event_name: 'StopFailure', error: 'invalid_request', error_details: expect.stringContaining('no such thing') },
  ]);
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'error_during_execution' }]);
});

verifies('hook:event:compact', async ({ open }) => {
  const { seen, hooks } = noting('PreCompact', 'PostCompact', 'SessionStart');
  const agent = await open({ hooks });
  agent.model.says(reply(text('hello')), reply(text('a summary')));
  const talk = new Talk('one', '/compact keep names');
  talk.end();
  await agent.ask(talk);
  expect(seen.slice(1)).toMatchObject([
    { hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: 'keep names' },
    { hook_event_name: 'PostCompact', trigger: 'manual', compact_summary: 'a summary' },
    { hook_event_name: 'SessionStart', source: 'compact' },
  ]);
});

verifies('hook:event:agent', async (cell) => {
  const events: HookEvent[] = [
    'PreToolUse',
    'PostToolUse',
    'PostToolBatch',
    'SubagentStart',
    'SubagentStop',
    'PermissionRequest',
    'Notification',
    'PermissionDenied',
  ];
  const { seen, hooks } = noting(...events);
  const gate = { matcher: 'Write', hooks: [asks] };
  const agent = await writer(
    cell,
    {
      hooks: { ...hooks, PreToolUse: [...hooks.PreToolUse!, gate] },
      canUseTool: async (_name, input) => ({ behavior: 'allow', updatedInput: input }),
    },
    2,
  );
  await agent.ask('go');
  expect(agent.written()).toBe(true);
  const aboutWrite = seen.filter(
    (input) =>
      JSON.stringify(input).includes('toolu_write') ||
      ('tool_name' in input && input.tool_name === 'Write') ||
      input.hook_event_name === 'Notification',
  );
  expect(aboutWrite.map((input) => input.hook_event_name).toSorted()).toEqual([
    'Notification',
    'PermissionRequest',
    'PostToolBatch',
    'PostToolUse',
    'PreToolUse',
  ]);
  const starts = seen.filter((input) => input.hook_event_name === 'SubagentStart');
  expect(new Set(aboutWrite.map((input) => input.agent_id))).toEqual(new Set([starts[1]!.agent_id]));
  expect(new Set(aboutWrite.map((input) => input.agent_type))).toEqual(new Set(['general-purpose']));
});
