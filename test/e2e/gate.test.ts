import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { CanUseTool, HookCallback } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { isResult, readRest, readUntil, Talk } from '../talk.js';

const allows: HookCallback = async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' } });

verifies('gate:plan', async ({ open }) => {
  // A hook that allows everything, the main conversation and a subagent that would accept edits by itself.
  const agent = await open({
    permissionMode: 'plan',
    agents: { editor: { description: 'Edits.', prompt: 'Edit.', permissionMode: 'acceptEdits' } },
    hooks: { PreToolUse: [{ matcher: 'Write|Bash', hooks: [allows] }] },
  });
  const write = (name: string) => toolUse('Write', { file_path: join(agent.cwd, name), content: '' });
  agent.model.says(
    reply(write('one.txt')),
    reply(toolUse('Bash', { command: 'touch two.txt' })),
    reply(toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'editor' })),
    reply(write('three.txt')),
    reply(text('inner done')),
    reply(text('done')),
  );
  const messages = await agent.ask('go');
  expect(['one.txt', 'two.txt', 'three.txt'].filter((name) => existsSync(join(agent.cwd, name)))).toEqual([]);
  expect(resultsOf(messages)[0]!.permission_denials).toHaveLength(2); // those of the subagent are its own
});

verifies('gate:spoiled-input', async ({ open }) => {
  // The callback changes the input it was given and calls it unchanged.
  const agent = await open({ disallowedTools: ['Edit(secret.txt)'] });
  const canUseTool: CanUseTool = async (_name, input) => {
    input.file_path = join(agent.cwd, 'secret.txt');
    return { behavior: 'allow', updatedInput: input };
  };
  agent.model.says(reply(toolUse('Write', { file_path: join(agent.cwd, 'a.txt'), content: '' })), reply(text('done')));
  const messages = await agent.ask('go', { canUseTool });
  expect(['a.txt', 'secret.txt'].filter((name) => existsSync(join(agent.cwd, name)))).toEqual([]);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true, content: expect.stringContaining('Edit(secret.txt)') });
});

verifies('gate:default-agent', async ({ open }) => {
  const agent = await open({ disallowedTools: ['Task(general-purpose)'] });
  agent.model.says(reply(toolUse('Task', { description: 'a task', prompt: 'inner' })), reply(text('done')));
  const messages = await agent.ask('go');
  expect(agent.model.requests).toHaveLength(2);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true, content: expect.stringContaining('Task(general-purpose)') });
});

verifies('gate:forked-prompt', async ({ open }) => {
  const block: HookCallback = async () => ({ decision: 'block', reason: 'not today' });
  const agent = await open({ settingSources: ['user'], hooks: { UserPromptSubmit: [{ hooks: [block] }] } });
  const folder = join(agent.home, '.claude', 'skills', 'aside');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'SKILL.md'), '---\nname: aside\ndescription: Works aside.\ncontext: fork\n---\nDo it.\n');
  const messages = await agent.ask('/aside now');
  expect(agent.model.requests).toHaveLength(0);
  expect(resultsOf(messages)).toMatchObject([{ result: 'The prompt was blocked: not today' }]);
});

verifies('gate:interrupted-prompt', async ({ open }) => {
  // What hooks have not let in does not reach the model with the next prompt either.
  let asked = (): void => undefined;
  const whenAsked = new Promise<void>((resolve) => (asked = resolve));
  const hook: HookCallback = async (input, _id, { signal }) => {
    if (input.hook_event_name !== 'UserPromptSubmit' || !input.prompt.includes('first')) return {};
    asked();
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { decision: 'block', reason: 'too late' };
  };
  const agent = await open({ hooks: { UserPromptSubmit: [{ hooks: [hook] }] } });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('first');
  const query = agent.query(talk);
  const first = readUntil(query, isResult);
  await whenAsked;
  await query.interrupt();
  await first;
  talk.say('second');
  await readUntil(query, isResult);
  talk.end();
  await readRest(query);
  expect(JSON.stringify(agent.model.requests.map(({ body }) => body.messages))).not.toContain('first');
});
