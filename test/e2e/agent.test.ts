import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, silence, text, toolResultsOf, toolUse, type Answer, type RecordedRequest } from '@inboard/testing';
import { expect } from 'vitest';
import { testEnv, verifies } from '../harness.js';
import { putFiles } from '../put-files.js';
import { isResult, reached, readRest, readUntil, Talk } from '../talk.js';

const task = (prompt: string, more: object = {}) =>
  toolUse('Task', { description: 'a task', prompt, subagent_type: 'general-purpose', ...more });
const turns = (request: RecordedRequest) => (request.body.messages as unknown[]).length;
const all = (request: RecordedRequest) => JSON.stringify(request.body.messages);
const whose = (request: RecordedRequest) => {
  const [first] = request.body.messages as { content: { text?: string }[] }[];
  return first!.content.map((block) => block.text ?? '').join('\n');
};
const toolNames = (request: RecordedRequest) => ((request.body.tools ?? []) as { name: string }[]).map(({ name }) => name);

verifies('subagent:limits', async ({ open }) => {
  const agent = await open();
  const env = (more: Record<string, string>) => ({ env: { ...testEnv(agent.model, agent.home), ...more } });
  agent.model.always((request) => {
    if (whose(request).includes('work')) return reply(text('a long report '.repeat(10)));
    return turns(request) === 1 ? reply(task('work 1'), task('work 2'), task('work 3')) : reply(text('ok'));
  });
  const many = toolResultsOf(await agent.ask('go', env({ CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: '2' })));
  expect(many.map(({ is_error: isError, content }) => (isError ? String(content) : 'ran'))).toEqual([
    'ran',
    'ran',
    'Task failed: 2 subagents are running already; wait for one to end.',
  ]);
  const [short] = toolResultsOf(await agent.ask('go', env({ TASK_MAX_OUTPUT_LENGTH: '20' })));
  expect(short!.content).toMatchObject([{ text: 'a long report a long\n… (the report was cut at 20 characters)' }, {}]);

  agent.model.requests.length = 0;
  agent.model.always((request) => {
    const depth = Number(/depth (\d)/.exec(whose(request))?.[1] ?? 0);
    return turns(request) === 1 && toolNames(request).includes('Task') ? reply(task(`depth ${depth + 1}`)) : reply(text('ok'));
  });
  await agent.ask('start');
  const first = agent.model.requests.filter((request) => turns(request) === 1);
  expect(first.map((request) => [whose(request), toolNames(request).includes('Task')])).toEqual([
    ['start', true],
    ['depth 1', true],
    ['depth 2', true],
    ['depth 3', false],
  ]);
});

verifies('subagent:resume', async ({ open }) => {
  const agent = await open();
  agent.model.always((request) => {
    if (whose(request) === 'remember 7') return reply(text(all(request).includes('what was it?') ? 'it was 7' : 'noted'));
    const id = /agent id ([0-9a-f]{16})/.exec(all(request))?.[1];
    if (id === undefined) return reply(task('remember 7'));
    if (turns(request) === 3)
      return reply(task('what was it?', { resume: id }), task('and?', { resume: id }), task('who?', { resume: '../x' }));
    return reply(text('ok'));
  });
  const [first, second, busy, wrong] = toolResultsOf(await agent.ask('go'));
  expect(first!.content).toMatchObject([{ text: 'noted' }, {}]);
  expect(second!.content).toMatchObject([{ text: 'it was 7' }, {}]);
  expect(busy).toMatchObject({ is_error: true, content: expect.stringContaining('is at work; wait for it to end.') });
  expect(wrong).toMatchObject({ is_error: true, content: 'Task failed: "../x" is not the id of a subagent.' });
});

/** Agents that never answer; the main conversation goes on. */
const endless: Answer = (request) => {
  if (whose(request).startsWith('endless')) return silence;
  if (all(request).includes('tool_result')) return reply(text('ok'));
  return reply(task('endless', { run_in_background: true }));
};

verifies('subagent:stop', async ({ open }) => {
  const agent = await open();
  agent.model.always(endless);
  const talk = new Talk('go');
  const query = agent.query(talk);
  const started = (await readUntil(query, ({ subtype }) => subtype === 'task_started')).at(-1)!;
  await readUntil(query, isResult);
  await expect(query.stopTask('nobody')).rejects.toThrow('There is no running task nobody.');
  await query.stopTask(String(started.task_id));
  const [ended] = (await readUntil(query, ({ subtype }) => subtype === 'task_notification')).slice(-1);
  expect(ended).toMatchObject({ task_id: started.task_id, status: 'stopped' });
  talk.end();
  expect(resultsOf(await readRest(query))).toEqual([]);
});

verifies('subagent:interrupt', async ({ open }) => {
  const agent = await open();
  agent.model.always((request) => {
    const who = whose(request);
    if (who === 'deep' || who === 'aside') return silence;
    if (who === 'outer') return reply(task('deep'));
    return turns(request) === 1 ? reply(task('aside', { run_in_background: true }), task('outer')) : reply(text('again'));
  });
  const talk = new Talk('go');
  const query = agent.query(talk);
  await readUntil(query, ({ subtype }) => subtype === 'task_started');
  const rest = readUntil(query, isResult);
  await reached(() => ['deep', 'aside'].every((name) => agent.model.requests.some((request) => whose(request) === name)));
  await query.interrupt();
  expect(resultsOf(await rest)).toMatchObject([{ is_error: true, subtype: 'error_during_execution' }]);
  talk.end();
  const after = await readRest(query);
  expect(resultsOf(after)).toEqual([]);
});

verifies('agent:fields', async ({ open }) => {
  const agent = await open({ settingSources: ['project', 'user'] });
  await putFiles(agent.cwd, {
    '.claude/agents/lead.md':
      '---\ndescription: leads\neffort: low\nmemory: user\ncolor: red\ntools: Agent(helper, Explore), Bash, Read\ndisallowedTools: Bash(touch forbidden)\nmaxTurns: many\nversion: 3\nauthor: me\n---\nYou lead.',
    '.claude/agents/helper.md': '---\ndescription: helps\ninitialPrompt: First of all, greet.\n---\nYou help.',
  });
  await putFiles(agent.home, { '.claude/agent-memory/lead/MEMORY.md': 'Last time it rained.' });
  agent.model.always((request) => {
    const isLead = JSON.stringify(request.body.system).includes('You lead.');
    if (JSON.stringify(request.body.system).includes('You help.')) return reply(text('helped'));
    if (!isLead) return turns(request) === 1 ? reply(task('lead', { subagent_type: 'lead' })) : reply(text('ok'));
    if (turns(request) > 1) return reply(text('led'));
    return reply(
      task('x', { subagent_type: 'helper' }),
      task('x', { subagent_type: 'general-purpose' }),
      toolUse('Bash', { command: 'touch forbidden' }),
      toolUse('Bash', { command: 'touch fine' }),
    );
  });
  const messages = await agent.ask('go', { allowedTools: ['Bash(touch:*)'] });
  const lead = agent.model.requests.find((request) => JSON.stringify(request.body.system).includes('You lead.'))!;
  expect(lead.body).toMatchObject({ output_config: { effort: 'low' } });
  expect(whose(lead)).toContain('Last time it rained.');
  const described = (lead.body.tools as { name: string; description: string }[]).find(({ name }) => name === 'Task')!.description;
  expect(described).toMatch(/\nAgents:\n- Explore: .*\n- helper: helps$/);
  const results = toolResultsOf(messages).map(({ is_error: isError, content }) => (isError ? String(content) : 'ran'));
  expect(results).toEqual([
    'ran',
    'Task failed: There is no agent "general-purpose". The agents are: Explore, helper.',
    expect.stringContaining('forbidden'),
    'ran',
    'ran',
  ]);
  expect(['forbidden', 'fine'].map((name) => existsSync(join(agent.cwd, name)))).toEqual([false, true]);
  const notices = messages
    .filter(({ subtype }) => subtype === 'informational')
    .map(({ content }) => String(content).replace(agent.cwd, ''));
  expect(notices).toEqual([
    '/.claude/agents/lead.md: "maxTurns" is a whole number above 0, not "many"',
    '/.claude/agents/lead.md: unknown in the head of an agent: version, author',
  ]);
  agent.model.requests.length = 0;
  const talk = new Talk('one');
  const query = agent.query(talk, { agent: 'helper' });
  await readUntil(query, isResult);
  talk.say('two');
  await readUntil(query, isResult);
  talk.end();
  await readRest(query);
  expect(
    agent.model.requests.map((request) =>
      (request.body.messages as { content: { text: string }[] }[]).at(-1)!.content.map((block) => block.text),
    ),
  ).toEqual([['First of all, greet.', 'one'], ['two']]);
});
