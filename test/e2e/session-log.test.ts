import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prompt, reply, resultsOf, text, toolUse } from '@inboard/testing';
import { createSdkMcpServer, tool, type Options, type SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import { collect, verifies, type Agent, type Cell } from '../harness.js';

const sessionFolder = (agent: Agent, id: string) => join(agent.home, '.claude', 'sessions', id);
const transcript = (agent: Agent, id: string) => join(sessionFolder(agent, id), 'transcript.jsonl');
const idOf = (messages: readonly object[]) => String((messages.at(-1) as { session_id?: unknown }).session_id);
const project = (agent: Agent) => join(agent.home, '.claude', 'projects', agent.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'));

/** An agent whose model always has an answer. */
async function opened(open: Cell['open'], options: Options = {}): Promise<Agent> {
  const agent = await open(options);
  agent.model.always(reply(text('ok')));
  return agent;
}

/** The messages of a request, without the mark that moves along for the cache. */
function bytesOf(raw: string): string {
  return raw.replaceAll(',"cache_control":{"type":"ephemeral"}', '');
}

verifies('session-log:resume', async ({ open }) => {
  const agent = await opened(open);
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha');
  agent.model.says(
    reply(
      text('I look.'),
      toolUse('Read', { file_path: join(agent.cwd, 'a.txt') }),
      toolUse('Read', { file_path: join(agent.cwd, 'b.txt') }),
    ),
    reply(text('one')),
    reply(text('two')),
    reply(text('three')),
  );
  const first = await agent.ask('first \u2028 prompt');
  await agent.ask('second', { resume: idOf(first) });
  await agent.ask('third', { resume: idOf(first) });
  const messages = (index: number) => JSON.parse(bytesOf(agent.model.requests[index]!.raw)) as { messages: unknown[] };
  expect(JSON.stringify(messages(2).messages).startsWith(JSON.stringify(messages(1).messages).slice(0, -1))).toBe(true);
  expect(JSON.stringify(messages(3).messages).startsWith(JSON.stringify(messages(2).messages).slice(0, -1))).toBe(true);
  const { messages: _, ...rest } = messages(1);
  const { messages: __, ...restLater } = messages(3);
  expect(JSON.stringify(restLater)).toBe(JSON.stringify(rest));
});

verifies('session-log:continue', async ({ open }) => {
  const agent = await opened(open);
  const first = await agent.ask('remember me');
  const other = await agent.ask('elsewhere', { cwd: agent.home });
  const again = await agent.ask('go on', { continue: true });
  expect(idOf(other)).not.toBe(idOf(first));
  expect(idOf(again)).toBe(idOf(first));
  expect(JSON.stringify(agent.model.requests[2]!.body.messages)).toContain('remember me');
});

verifies('session-log:fork', async ({ open }) => {
  const agent = await opened(open);
  const first = await agent.ask('remember me');
  const before = await readFile(transcript(agent, idOf(first)), 'utf8');
  const fork = await agent.ask('go on', { resume: idOf(first), forkSession: true });
  expect(idOf(fork)).not.toBe(idOf(first));
  expect(JSON.stringify(agent.model.requests[1]!.body.messages)).toContain('remember me');
  expect(await readFile(transcript(agent, idOf(first)), 'utf8')).toBe(before);
  expect(resultsOf(fork)[0]!.total_cost_usd).toBe(resultsOf(first)[0]!.total_cost_usd);
});

verifies('session-log:resume-at', async ({ open }) => {
  const agent = await opened(open);
  const first = await agent.ask('one');
  const answer = first.find(({ type }) => type === 'assistant')!;
  await agent.ask('two', { resume: idOf(first) });
  await agent.ask('three', { resume: idOf(first), resumeSessionAt: String(answer.uuid) });
  await agent.ask('four', { resume: idOf(first) });
  const said = JSON.stringify(agent.model.requests[3]!.body.messages);
  expect([said.includes('one'), said.includes('two'), said.includes('three')]).toEqual([true, false, true]);
});

verifies('session-log:resume-at-later', async ({ open }) => {
  const agent = await opened(open);
  const first = await agent.ask('one');
  const answer = first.find(({ type }) => type === 'assistant')!;
  await agent.ask('two', { resume: idOf(first) });
  const before = await readFile(transcript(agent, idOf(first)), 'utf8');
  const input = promptStream();
  const looked = agent.query(input.stream, { resume: idOf(first), resumeSessionAt: String(answer.uuid) });
  await looked.initializationResult();
  input.end();
  expect(await collect(looked)).toEqual([]);
  expect(await readFile(transcript(agent, idOf(first)), 'utf8')).toBe(before);
  const at = { resume: idOf(first), resumeSessionAt: String(answer.uuid) };
  const fork = idOf(await agent.ask('three', { ...at, forkSession: true }));
  await agent.ask('four', { resume: fork });
  const said = JSON.stringify(agent.model.requests.at(-1)!.body.messages);
  expect(['one', 'two', 'three', 'four'].map((words) => said.includes(`"${words}"`))).toEqual([true, false, true, true]);
});

verifies('session-log:clear', async ({ open }) => {
  const agent = await opened(open);
  const id = idOf(await agent.ask('a secret'));
  const input = promptStream();
  const running = agent.query(input.stream, { resume: id });
  input.say('/clear');
  let turns = 0;
  for await (const message of running) {
    if (message.type !== 'result') continue;
    turns += 1;
    if (turns === 6) input.end();
    else input.say(`turn ${turns}`);
  }
  expect(existsSync(join(sessionFolder(agent, id), 'checkpoints'))).toBe(true);
  await agent.ask('what do you know?', { resume: id });
  const said = JSON.stringify(agent.model.requests.at(-1)!.body.messages);
  expect([said.includes('a secret'), said.includes('turn 1'), said.includes('turn 5')]).toEqual([false, true, true]);
});

verifies('session-log:unknown', async ({ open }) => {
  const agent = await opened(open);
  const missing = '00000000-0000-4000-8000-000000000000';
  const damaged = '00000000-0000-4000-8000-000000000001';
  await mkdir(sessionFolder(agent, damaged), { recursive: true });
  await writeFile(transcript(agent, damaged), '\0\0\0\nnothing\n');
  const kept = idOf(await agent.ask('hello'));
  const errors = async (options: Options) =>
    resultsOf(await agent.ask('go', options)).map(({ subtype, error_code, errors: texts }) => [subtype, error_code, texts]);
  const refused = (code: string, words: string) => [['error_during_execution', code, [expect.stringContaining(words)]]];
  expect(await errors({ resume: missing })).toEqual(
    refused('session_not_found', `No conversation found with session ID: ${missing}. Check the id and CLAUDE_CONFIG_DIR`),
  );
  expect(await errors({ resume: damaged })).toEqual(refused('session_damaged', 'has no readable record'));
  expect(await errors({ resume: '../../etc/passwd' })).toEqual(refused('session_not_found', 'is not a session id'));
  expect(await errors({ sessionId: kept })).toEqual(refused('invalid_option', 'There is already a session'));
  // Nobody has to send a prompt to find out, and a caller that asks something is told the same.
  const idle = agent.query(promptStream().stream, { resume: missing });
  await expect(idle.initializationResult()).rejects.toMatchObject({ code: 'session_not_found', data: { session: missing } });
  expect(resultsOf(await collect(idle))).toMatchObject([{ error_code: 'session_not_found', error_data: { session: missing } }]);
  expect(agent.model.requests).toHaveLength(1);
  expect(existsSync(sessionFolder(agent, missing))).toBe(false);
});

/** Prompts that come when the test wants them to. */
function promptStream() {
  const waiting: SDKUserMessage[] = [];
  let wake = () => undefined as void;
  let ended = false;
  async function* stream(): AsyncGenerator<SDKUserMessage> {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift()!;
      if (ended) return;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  const change = (work: () => void) => {
    work();
    wake();
  };
  return {
    stream: stream(),
    say: (words: string) => change(() => waiting.push(prompt(words) as SDKUserMessage)),
    end: () => change(() => (ended = true)),
  };
}

verifies('session-log:one-writer', async ({ open }) => {
  const agent = await opened(open);
  agent.options.env = { ...agent.options.env, INBOARD_LOCK_WAIT_MS: '50' };
  const input = promptStream();
  input.say('hello');
  const held = agent.query(input.stream);
  let id = '';
  for await (const message of { [Symbol.asyncIterator]: () => ({ next: () => held.next() }) }) {
    if (message.type !== 'result') continue;
    id = message.session_id;
    break;
  }
  const refused = agent.query('me too', { resume: id });
  await expect(refused.supportedModels()).rejects.toMatchObject({ code: 'session_in_use', data: { pid: expect.any(Number) } });
  expect(resultsOf(await collect(refused))).toMatchObject([
    {
      subtype: 'error_during_execution',
      error_code: 'session_in_use',
      error_data: { pid: expect.any(Number) },
      errors: [expect.stringMatching(/open in process \d+\. .*forkSession/)],
    },
  ]);
  const fork = await agent.ask('a copy then', { resume: id, forkSession: true });
  expect(resultsOf(fork)).toMatchObject([{ subtype: 'success' }]);
  input.end();
  for await (const _ of held);
  expect(resultsOf(await agent.ask('now', { resume: id }))).toMatchObject([{ subtype: 'success' }]);
});

verifies('session-log:private', async ({ open }) => {
  const agent = await opened(open);
  const id = idOf(await agent.ask('hello'));
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([mode(sessionFolder(agent, id)), mode(transcript(agent, id)), mode(project(agent))]).toEqual(['700', '600', '700']);
  expect(statSync(join(project(agent), `${id}.jsonl`)).ino).toBe(statSync(transcript(agent, id)).ino);
  expect(await readdir(sessionFolder(agent, id))).toEqual(['transcript.jsonl']);
  const off = idOf(await agent.ask('hello', { env: { ...agent.options.env, INBOARD_NO_PROJECT_LINKS: '1' } }));
  expect(existsSync(join(project(agent), `${off}.jsonl`))).toBe(false);
});

verifies('session-log:import', async ({ open }) => {
  const agent = await opened(open);
  const id = '00000000-0000-4000-8000-00000000abcd';
  const record = (type: string, uuid: string, parentUuid: string | null, message: object) =>
    JSON.stringify({
      type,
      uuid,
      parentUuid,
      sessionId: id,
      cwd: agent.cwd,
      isSidechain: false,
      timestamp: '2026-01-01T00:00:00Z',
      message,
    });
  const call = (toolId: string) => ({
    id: 'msg_1',
    role: 'assistant',
    content: [{ type: 'tool_use', id: toolId, name: 'Read', input: {} }],
  });
  const answer = (toolId: string) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: toolId, content: `result of ${toolId}` }],
  });
  const lines = [
    JSON.stringify({ type: 'file-history-snapshot', messageId: 'x' }),
    record('user', 'u1', null, { role: 'user', content: 'an old question' }),
    record('assistant', 'a0', 'u1', { id: 'msg_0', role: 'assistant', content: [{ type: 'text', text: 'an abandoned branch' }] }),
    record('assistant', 'a1', 'u1', call('t1')),
    record('assistant', 'a2', 'a1', call('t2')),
    record('user', 'r1', 'a1', answer('t1')),
    record('user', 'r2', 'a2', answer('t2')),
    record('assistant', 'a3', 'r2', { id: 'msg_2', role: 'assistant', content: [{ type: 'text', text: 'an old answer' }] }),
  ];
  const source = join(project(agent), `${id}.jsonl`);
  await mkdir(project(agent), { recursive: true });
  await writeFile(source, `${lines.join('\n')}\n`);
  // As if an import had been killed on its way.
  await mkdir(sessionFolder(agent, id), { recursive: true });
  await writeFile(`${transcript(agent, id)}.new`, `${lines.slice(0, 2).join('\n')}\n`);
  const messages = await agent.ask('and now?', { resume: id });
  expect(idOf(messages)).toBe(id);
  const sent = agent.model.requests[0]!.body.messages as { role: string; content: unknown }[];
  expect(sent.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
  expect(JSON.stringify(sent)).toContain('result of t1');
  expect(JSON.stringify(sent)).not.toContain('abandoned');
  expect(await readFile(source, 'utf8')).toBe(`${lines.join('\n')}\n`);
  await agent.ask('again', { resume: id });
  expect(JSON.stringify(agent.model.requests[1]!.body.messages)).toContain('and now?');
});

verifies('session-log:restored-state', async ({ open }) => {
  const server = createSdkMcpServer({
    name: 's',
    tools: [tool('effect', 'Has an effect', {}, async () => ({ content: [{ type: 'text', text: 'done' }] }))],
  });
  const granted = {
    type: 'addRules' as const,
    rules: [{ toolName: 'mcp__s__effect' }],
    behavior: 'allow' as const,
    destination: 'session' as const,
  };
  const agent = await opened(open, {
    mcpServers: { s: server },
    canUseTool: async (_name, input) => ({ behavior: 'allow', updatedInput: input, updatedPermissions: [granted] }),
  });
  agent.model.says(reply(toolUse('mcp__s__effect', {})), reply(text('done')), reply(toolUse('mcp__s__effect', {})), reply(text('done')));
  const input = promptStream();
  const running = agent.query(input.stream);
  await running.setModel('claude-opus-4-5');
  await running.setPermissionMode('dontAsk').then(() => running.setPermissionMode('default'));
  input.say('go');
  input.end();
  const first = [];
  for await (const message of running) first.push(message);
  const second = await agent.ask('go on', {
    resume: idOf(first),
    canUseTool: async () => ({ behavior: 'deny', message: 'nobody was to be asked' }),
  });
  expect(resultsOf(second)).toMatchObject([{ subtype: 'success', permission_denials: [] }]);
  expect(second[0]).toMatchObject({ subtype: 'init', model: 'claude-opus-4-5', permissionMode: 'default' });
  const records = (await readFile(transcript(agent, idOf(first)), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { state?: { rules?: unknown } });
  const states = records.flatMap(({ state }) => (state?.rules === undefined ? [] : [state.rules]));
  expect(states.at(-1)).toMatchObject([{ text: 'mcp__s__effect', behavior: 'allow', source: 'session' }]);
  expect(Number(resultsOf(second)[0]!.total_cost_usd)).toBeCloseTo(2 * Number(resultsOf(first)[0]!.total_cost_usd));
  for (const [mode, restored] of [
    ['bypassPermissions', 'default'],
    ['plan', 'default'],
    ['acceptEdits', 'acceptEdits'],
  ] as const) {
    const made = await agent.ask('hello', { permissionMode: mode, allowDangerouslySkipPermissions: true });
    expect((await agent.ask('again', { resume: idOf(made) }))[0]).toMatchObject({ permissionMode: restored });
  }
});

verifies('session-log:interrupted-call', async ({ open }) => {
  let runs = 0;
  const once = createSdkMcpServer({
    name: 's',
    tools: [tool('effect', 'Has an effect', {}, async () => ({ content: [{ type: 'text', text: String((runs += 1)) }] }))],
  });
  const agent = await opened(open, { permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true, mcpServers: { s: once } });
  agent.model.says(
    reply(toolUse('mcp__s__effect', {}, 'toolu_a'), toolUse('mcp__s__effect', {}, 'toolu_b')),
    reply(text('done')),
    reply(text('one')),
    reply(text('two')),
  );
  const id = idOf(await agent.ask('go'));
  // As if the process had been killed after the first result.
  const path = transcript(agent, id);
  const lines = (await readFile(path, 'utf8')).split('\n');
  const cut = lines.findIndex((line) => line.includes('"tool_result"'));
  await writeFile(path, `${lines.slice(0, cut + 1).join('\n')}\n{"type":"user","uu`);
  const resumed = await agent.ask('what happened?', { resume: id });
  expect(resumed[0]).toMatchObject({ subtype: 'init', recovered: { skipped: 1 } });
  const [, , third] = agent.model.requests;
  const results = (
    third!.body.messages as { content: { type: string; tool_use_id?: string; is_error?: boolean; content?: string }[] }[]
  )[2]!.content;
  expect(results).toMatchObject([
    { tool_use_id: 'toolu_a' },
    { tool_use_id: 'toolu_b', is_error: true, content: expect.stringContaining('unknown; it was not run again') },
  ]);
  expect(runs).toBe(2);
  await agent.ask('and now?', { resume: id });
  const before = JSON.stringify(third!.body.messages).replaceAll(',"cache_control":{"type":"ephemeral"}', '');
  expect(
    JSON.stringify(agent.model.requests[3]!.body.messages)
      .replaceAll(',"cache_control":{"type":"ephemeral"}', '')
      .startsWith(before.slice(0, -1)),
  ).toBe(true);
});

verifies('session-log:not-kept', async ({ open }) => {
  const agent = await opened(open, { persistSession: false });
  const messages = await agent.ask('hello');
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success' }]);
  expect(existsSync(join(agent.home, '.claude', 'sessions'))).toBe(false);
  expect(existsSync(join(agent.home, '.claude', 'projects'))).toBe(false);
});

verifies('session-log:no-home', async ({ open }) => {
  const agent = await opened(open);
  const file = join(agent.home, 'a-file');
  await writeFile(file, '');
  const env = { ...agent.options.env, CLAUDE_CONFIG_DIR: join(file, '.claude') };
  expect(resultsOf(await agent.ask('hello', { env }))).toMatchObject([
    { subtype: 'error_during_execution', errors: [expect.stringMatching(/cannot be saved in .*ENOTDIR.*persistSession: false/)] },
  ]);
  expect(resultsOf(await agent.ask('hello', { env, persistSession: false }))).toMatchObject([{ subtype: 'success' }]);
  expect(agent.model.requests).toHaveLength(1);
});

verifies('session-log:deleted-while-running', async ({ open }) => {
  let id = '';
  const server = createSdkMcpServer({
    name: 's',
    tools: [
      tool('forget', 'Deletes the transcript', {}, async () => {
        await rm(transcript(agent, id), { force: true });
        return { content: [{ type: 'text', text: 'deleted' }] };
      }),
    ],
  });
  const agent = await opened(open, {
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    mcpServers: { s: server },
  });
  agent.model.says(
    reply(toolUse('mcp__s__forget', {})),
    reply(toolUse('mcp__s__forget', {}), toolUse('mcp__s__forget', {})),
    reply(text('done')),
  );
  const messages = [];
  for await (const message of agent.query('go')) {
    if (message.type === 'system' && message.subtype === 'init') id = message.session_id;
    messages.push(message);
  }
  expect(messages).toContainEqual(
    expect.objectContaining({ subtype: 'informational', content: expect.stringContaining('it was put back') }),
  );
  const lines = (await readFile(transcript(agent, id), 'utf8')).trim().split('\n');
  expect(lines.filter((line) => line.includes('"tool_use"'))).toHaveLength(3);
  expect(lines[0]).toContain('"environment"');
});

verifies('ledger:subagents-and-resume', async ({ open }) => {
  const agent = await opened(open);
  agent.model.says(
    reply(toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose' })),
    reply(text('inner report')),
    reply(text('done')),
    reply(text('later')),
  );
  const first = await agent.ask('go');
  const second = await agent.ask('go on', { resume: idOf(first) });
  const cost = (messages: typeof first) => Number(resultsOf(messages)[0]!.total_cost_usd);
  expect(cost(first)).toBeGreaterThan(0);
  expect(cost(second)).toBeCloseTo((cost(first) / 3) * 4);
});

verifies('session-log:checkpoint-index', async ({ open }) => {
  const agent = await opened(open);
  const input = promptStream();
  const running = agent.query(input.stream);
  input.say('turn 0');
  let turns = 0;
  let id = '';
  for await (const message of running) {
    if (message.type !== 'result') continue;
    id = message.session_id;
    turns += 1;
    if (turns === 7) input.end();
    else input.say(turns === 3 ? '/compact' : `turn ${turns}`);
  }
  const [name] = await readdir(join(sessionFolder(agent, id), 'checkpoints'));
  const checkpoint = JSON.parse(await readFile(join(sessionFolder(agent, id), 'checkpoints', name!), 'utf8')) as {
    offset: number;
    start: number;
  };
  expect(checkpoint.start).toBeGreaterThan(0);
  expect(checkpoint.offset).toBeGreaterThan(checkpoint.start);
  const quick = await agent.ask('go on', { resume: id });
  const request = agent.model.requests.at(-1)!.raw;
  await rm(join(sessionFolder(agent, id), 'checkpoints'), { recursive: true });
  const lines = (await readFile(transcript(agent, id), 'utf8')).split('\n');
  await writeFile(transcript(agent, id), `${lines.slice(0, lines.findLastIndex((line) => line.includes('"turn 6"')) + 3).join('\n')}\n`);
  const slow = await agent.ask('go on', { resume: id });
  expect(agent.model.requests.at(-1)!.raw).toBe(request);
  expect(resultsOf(quick)[0]!.modelUsage).toEqual(resultsOf(slow)[0]!.modelUsage);
  expect(resultsOf(slow)[0]!.total_cost_usd).toBeCloseTo(Number(resultsOf(quick)[0]!.total_cost_usd));
});
