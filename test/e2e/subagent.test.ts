import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindsOf, reply, resultsOf, text, toolUse, type Answer, type RecordedRequest } from '@inboard/testing';
import type { HookInput } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';

/** The text of the first user message tells whose conversation a request belongs to. */
function firstWords(request: RecordedRequest): string {
  const [first] = request.body.messages as { content: string | { text?: string }[] }[];
  return typeof first!.content === 'string' ? first!.content : (first!.content[0]?.text ?? '');
}

const task = (prompt: string, id: string, more: object = {}) =>
  toolUse('Task', { description: 'a task', prompt, subagent_type: 'general-purpose', ...more }, id);
const calls = (request: RecordedRequest) => (request.body.messages as unknown[]).length;

/** main -> outer agent -> inner agent, which reads a file. */
const nested =
  (agent: Agent): Answer =>
  (request) => {
    const whose = firstWords(request);
    if (whose === 'go') return calls(request) === 1 ? reply(task('outer', 'toolu_outer')) : reply(text('main done'));
    if (whose === 'outer') return calls(request) === 1 ? reply(task('inner', 'toolu_inner')) : reply(text('outer report'));
    return calls(request) === 1
      ? reply(toolUse('Read', { file_path: join(agent.cwd, 'a.txt') }, 'toolu_read'))
      : reply(text('inner report'));
  };

verifies('subagent:nested', async ({ open }) => {
  const seen: HookInput[] = [];
  const note = async (input: HookInput) => {
    seen.push(input);
    return {};
  };
  const hooks = { PreToolUse: [{ hooks: [note] }], SubagentStart: [{ hooks: [note] }], SubagentStop: [{ hooks: [note] }] };
  const agent = await open({ hooks });
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha');
  agent.model.always(nested(agent));
  const messages = await agent.ask('go');
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: 'main done' }]);
  expect(seen.map((input) => [input.hook_event_name, 'tool_name' in input ? input.tool_name : '', input.agent_type ?? 'main'])).toEqual([
    ['PreToolUse', 'Task', 'main'],
    ['SubagentStart', '', 'general-purpose'],
    ['PreToolUse', 'Task', 'general-purpose'],
    ['SubagentStart', '', 'general-purpose'],
    ['PreToolUse', 'Read', 'general-purpose'],
    ['SubagentStop', '', 'general-purpose'],
    ['SubagentStop', '', 'general-purpose'],
  ]);
  const inner = messages.filter((message) => message.parent_tool_use_id === 'toolu_inner');
  expect(kindsOf(inner)).toEqual(['user', 'assistant', 'user', 'assistant']);
  const session = join(agent.home, '.claude', 'sessions', String(resultsOf(messages)[0]!.session_id));
  expect(await readdir(join(session, 'subagents'))).toHaveLength(2);
});

verifies('subagent:gate-at-depth', async ({ open }) => {
  const agent = await open({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Read',
          hooks: [
            async () => {
              throw new Error('broken');
            },
          ],
        },
      ],
    },
  });
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha');
  agent.model.always(nested(agent));
  const messages = await agent.ask('go');
  const results = messages.flatMap((message) =>
    message.parent_tool_use_id === 'toolu_inner' && message.type === 'user' ? [JSON.stringify(message)] : [],
  );
  expect(results.join()).toContain('"is_error":true');
  expect(results.join()).not.toContain('alpha');
  expect(resultsOf(messages)).toHaveLength(1);
});

verifies('subagent:background', async ({ open }) => {
  const agent = await open();
  agent.model.always((request) => {
    const whose = firstWords(request);
    if (whose === 'aside') return reply(text('found it'));
    const sent = JSON.stringify(request.body.messages);
    if (sent.includes('has completed')) return reply(text('all done'));
    return calls(request) === 1 ? reply(task('aside', 'toolu_1', { run_in_background: true })) : reply(text('started'));
  });
  const messages = await agent.ask('go');
  const kinds = kindsOf(messages);
  expect(kinds).toContain('system/task_started');
  expect(kinds).toContain('system/task_notification');
  expect(resultsOf(messages).at(-1)).toMatchObject({ subtype: 'success', result: 'all done' });
  const ended = messages.find((message) => message.subtype === 'task_notification')!;
  expect(ended).toMatchObject({ status: 'completed', tool_use_id: 'toolu_1' });
  expect(await readFile(String(ended.output_file), 'utf8')).toBe('found it');
});

verifies('subagent:unknown', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(toolUse('Task', { description: 'x', prompt: 'y', subagent_type: 'nobody' })), reply(text('ok')));
  await agent.ask('go');
  expect(JSON.stringify(agent.model.requests[1]!.body.messages)).toContain('There is no agent \\"nobody\\"');
});

verifies('subagent:own-definition', async ({ open }) => {
  const agent = await open({ agents: { poet: { description: 'writes', prompt: 'You write verse.', tools: ['Read'], model: 'haiku' } } });
  agent.model.always((request) =>
    firstWords(request) === 'a verse'
      ? reply(text('roses'))
      : calls(request) === 1
        ? reply(toolUse('Task', { description: 'x', prompt: 'a verse', subagent_type: 'poet' }))
        : reply(text('ok')),
  );
  const messages = await agent.ask('go');
  const request = agent.model.requests.find((each) => firstWords(each) === 'a verse')!;
  expect(request.body).toMatchObject({ model: 'claude-haiku-5-5', tools: [{ name: 'Read' }] });
  expect(JSON.stringify(request.body.system)).toContain('You write verse.');
  expect(resultsOf(messages)[0]).toMatchObject({ modelUsage: { 'claude-haiku-5-5': { inputTokens: 100 } }, usage: { input_tokens: 200 } });
});
