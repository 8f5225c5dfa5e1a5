import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkTranscript, reply, resultsOf, text, toolUse } from '@inboard/testing';
import {
  deleteSession,
  FileSessionStore,
  forkSession,
  getSessionInfo,
  getSessionMessages,
  getSubagentMessages,
  InMemorySessionStore,
  listSessions,
  listSubagents,
  renameSession,
  tagSession,
  type SessionStore,
} from 'inboard';
import { expect, vi } from 'vitest';
import { cliPath, collect, temporaryFolder, verifies, type Agent } from '../harness.js';
import { Talk } from '../talk.js';

const idOf = (messages: readonly object[]) => String((messages.at(-1) as { session_id?: unknown }).session_id);
const place = (agent: Agent) => ({ env: agent.options.env as Record<string, string> });

verifies('session-log:helpers', async ({ open }) => {
  const agent = await open();
  agent.model
    .says(
      reply(toolUse('Task', { description: 'a task', prompt: 'inner question', subagent_type: 'general-purpose' })),
      reply(text('inner report')),
      reply(text('done')),
    )
    .always(reply(text('ok')));
  const id = idOf(await agent.ask('the first question'));
  const elsewhere = idOf(await agent.ask('another question', { cwd: agent.home }));
  expect(await listSessions({ ...place(agent) })).toMatchObject([
    { sessionId: elsewhere, summary: 'another question', cwd: agent.home },
    { sessionId: id, summary: 'the first question', firstPrompt: 'the first question', cwd: agent.cwd },
  ]);
  expect(await listSessions({ ...place(agent), dir: agent.cwd })).toMatchObject([{ sessionId: id }]);
  expect(await listSessions({ ...place(agent), limit: 1, offset: 1 })).toMatchObject([{ sessionId: id }]);

  await renameSession(id, 'A title', place(agent));
  await tagSession(id, 'important', place(agent));
  expect(await getSessionInfo(id, place(agent))).toMatchObject({
    summary: 'A title',
    customTitle: 'A title',
    tag: 'important',
    firstPrompt: 'the first question',
  });
  await tagSession(id, null, place(agent));
  expect(await getSessionInfo(id, place(agent))).not.toHaveProperty('tag');

  const messages = await getSessionMessages(id, place(agent));
  expect(messages.map(({ type, session_id, parent_agent_id }) => [type, session_id, parent_agent_id])).toEqual(
    ['user', 'assistant', 'user', 'assistant'].map((type) => [type, id, null]),
  );
  expect(await getSessionMessages(id, { ...place(agent), offset: 1, limit: 1 })).toEqual([messages[1]]);
  const [subagent] = await listSubagents(id, place(agent));
  expect((await getSubagentMessages(id, subagent!, place(agent))).map(({ type }) => type)).toEqual(['user', 'assistant']);

  const fork = await forkSession(id, { ...place(agent), upToMessageId: messages[1]!.uuid });
  expect((await getSessionMessages(fork.sessionId, place(agent))).map(({ message }) => message)).toEqual(
    messages.slice(0, 2).map(({ message }) => message),
  );
  expect(await getSessionInfo(fork.sessionId, place(agent))).toMatchObject({ summary: 'A title (fork)' });
  expect(resultsOf(await agent.ask('go on', { resume: fork.sessionId }))).toMatchObject([{ subtype: 'success' }]);

  await deleteSession(id, place(agent));
  await expect(deleteSession(id, place(agent))).rejects.toMatchObject({ code: 'session_not_found' });
  expect(existsSync(join(agent.home, '.claude', 'sessions', id))).toBe(false);
  expect((await listSessions({ ...place(agent), dir: agent.cwd })).map(({ sessionId }) => sessionId)).toEqual([fork.sessionId]);
  expect([await getSessionMessages(id, place(agent)), await getSessionInfo('../x', place(agent))]).toEqual([[], undefined]);
});

verifies('session-log:fields', async ({ open }) => {
  const agent = await open();
  agent.model
    .says(reply(toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose' })), reply(text('inner report')))
    .always(reply(text('ok')));
  await mkdir(join(agent.cwd, '.git'));
  await writeFile(join(agent.cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const id = idOf(await agent.ask('one'));
  await writeFile(join(agent.cwd, '.git', 'HEAD'), 'ref: refs/heads/feature/x\n');
  await agent.ask('two', { resume: id });
  const projects = join(agent.home, '.claude', 'projects', agent.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'));
  const recordsIn = async (path: string) =>
    (await readFile(join(projects, path), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ type }) => type === 'user' || type === 'assistant');
  const fields = {
    uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    sessionId: id,
    cwd: agent.cwd,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    userType: 'external',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    message: expect.objectContaining({ role: expect.any(String) }),
  };
  const main = await recordsIn(`${id}.jsonl`);
  expect(main).toEqual(
    main.map((_, at) => expect.objectContaining({ ...fields, isSidechain: false, parentUuid: at === 0 ? null : main[at - 1]!.uuid })),
  );
  expect(main.map(({ gitBranch }) => gitBranch)).toEqual(['main', 'main', 'main', 'main', 'feature/x', 'feature/x']);
  const [agentId] = await listSubagents(id, place(agent));
  expect(await recordsIn(`${id}/subagents/agent-${agentId}.jsonl`)).toEqual(
    [1, 2].map(() => expect.objectContaining({ ...fields, isSidechain: true, agentId, gitBranch: 'main' })),
  );
  await deleteSession(id, place(agent));
  expect([await readdir(projects), await readdir(join(agent.home, '.claude', 'sessions'))]).toEqual([[], []]);
});

verifies('session-log:nothing-said', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const id = idOf(await agent.ask('remember me'));
  const input = new Talk();
  const idle = agent.query(input);
  await idle.supportedModels();
  const sessions = join(agent.home, '.claude', 'sessions');
  input.end();
  expect(await collect(idle)).toEqual([]);
  expect([
    await readdir(sessions),
    await readdir(join(agent.home, '.claude', 'projects', agent.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'))),
  ]).toEqual([[id], [`${id}.jsonl`]]);
  expect(idOf(await agent.ask('go on', { continue: true }))).toBe(id);
});

verifies('session-log:clean-up', async ({ open }) => {
  const agent = await open({ settingSources: ['user', 'project'] });
  agent.model.always(reply(text('ok')));
  const folder = (id: string) => join(agent.home, '.claude', 'sessions', id);
  const aged = async (prompt: string, days: number) => {
    const id = idOf(await agent.ask(prompt, { settingSources: [] }));
    const time = new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    await utimes(join(folder(id), 'transcript.jsonl'), time, time);
    return id;
  };
  const [old, older] = [await aged('old', 5), await aged('older', 10)];
  await mkdir(join(agent.cwd, '.claude'));
  await writeFile(join(agent.cwd, '.claude', 'settings.json'), '{"cleanupPeriodDays": 1}');
  await writeFile(join(agent.home, '.claude', 'settings.json'), '{"cleanupPeriodDays": 7}');
  const input = new Talk('now');
  const running = agent.query(input);
  const init = (await running.next()).value;
  expect(JSON.stringify(init)).toContain('cleanupPeriodDays of');
  await vi.waitFor(() => expect(existsSync(folder(older))).toBe(false), { timeout: 20_000 });
  input.end();
  const { session_id } = (await collect(running)).at(-1)!;
  // The folder of a project has no say in it, and what is open stays.
  expect([existsSync(folder(old)), existsSync(folder(String(session_id)))]).toEqual([true, true]);
});

verifies('session-log:store', async ({ open, transport }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const memory = new InMemorySessionStore();
  if (transport === 'subprocess') {
    await expect(agent.ask('hello', { sessionStore: memory })).rejects.toThrow(/"sessionStore" needs the engine in this process/);
    return;
  }
  for (const store of [memory, new FileSessionStore(await temporaryFolder())]) {
    agent.model.says(
      reply(toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose' })),
      reply(text('inner report')),
      reply(text('done')),
    );
    const id = idOf(await agent.ask('remember me', { sessionStore: store }));
    const key = { projectKey: agent.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), sessionId: id };
    const lines = (await readFile(join(agent.home, '.claude', 'sessions', id, 'transcript.jsonl'), 'utf8')).trim().split('\n');
    expect(await store.load(key)).toEqual(lines.map((line) => JSON.parse(line) as object));
    expect(await store.listSubkeys(key)).toEqual([expect.stringMatching(/^subagents\/agent-[0-9a-f]{16}$/)]);
    expect(await listSessions({ sessionStore: store, dir: agent.cwd })).toMatchObject([{ sessionId: id, summary: 'remember me' }]);
    const plain: SessionStore = {
      append: async () => undefined,
      load: (where) => store.load(where),
      listSessions: (project) => store.listSessions(project),
    };
    expect(await listSessions({ sessionStore: plain, dir: agent.cwd })).toEqual(
      await listSessions({ sessionStore: store, dir: agent.cwd }),
    );
    const otherMachine = await temporaryFolder();
    const env = { ...agent.options.env, HOME: otherMachine, CLAUDE_CONFIG_DIR: join(otherMachine, '.claude') };
    const resumed = await agent.ask('go on', { sessionStore: store, continue: true, env });
    expect(idOf(resumed)).toBe(id);
    expect(JSON.stringify(agent.model.requests.at(-1)!.body.messages)).toContain('remember me');
    expect(await listSubagents(id, { env })).toHaveLength(1);
  }
});

verifies(
  'session-log:store-failure',
  async ({ open }) => {
    const agent = await open();
    agent.model.always(reply(text('ok')));
    const broken: SessionStore = {
      append: async () => Promise.reject(new Error('no way')),
      load: async () => Promise.reject(new Error('no way either')),
      listSessions: async () => Promise.reject(new Error('nor this')),
    };
    const messages = await agent.ask('hello', { sessionStore: broken });
    const id = idOf(messages.filter(({ type }) => type === 'result'));
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'success' }]);
    expect(messages.find(({ subtype }) => subtype === 'mirror_error')).toMatchObject({
      error: expect.stringMatching(/did not take \d+ records: no way\. They are in the local transcript/),
      key: { projectKey: agent.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), sessionId: id },
      session_id: id,
    });
    // What is here goes on, and what is nowhere else is said to be out of reach.
    for (const options of [{ resume: id }, { continue: true }]) {
      const resumed = await agent.ask('go on', { ...options, sessionStore: broken });
      expect(resultsOf(resumed)).toMatchObject([{ subtype: 'success' }]);
      expect(resumed.find(({ subtype }) => subtype === 'informational')).toMatchObject({
        content: expect.stringMatching(/^The session store could not be read: /),
      });
    }
    expect(JSON.stringify(agent.model.requests.at(-1)!.body.messages)).toContain('hello');
    const missing = '00000000-0000-4000-8000-000000000000';
    expect(resultsOf(await agent.ask('go', { resume: missing, sessionStore: broken }))).toMatchObject([
      { error_code: 'session_store_failed', errors: [expect.stringContaining('no way either')] },
    ]);
    await expect(listSessions({ sessionStore: broken, dir: agent.cwd })).rejects.toMatchObject({ code: 'session_store_failed' });
  },
  { on: ['memory'] },
);

verifies(
  'session-log:store-machines',
  async ({ open }) => {
    const agent = await open();
    agent.model.always(reply(text('ok')));
    const store = new FileSessionStore(await temporaryFolder());
    const machine = (home: string) => ({
      sessionStore: store,
      env: { ...agent.options.env, HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude') },
    });
    const [here, there] = [machine(agent.home), machine(await temporaryFolder())];
    const id = idOf(await agent.ask('said here', here));
    await agent.ask('said there', { ...there, resume: id });
    // Two at once: one goes on, the other forks or is refused, and nothing is fetched twice.
    const third = machine(await temporaryFolder());
    await Promise.all([
      agent.ask('a', { ...third, resume: id, forkSession: true }),
      agent.ask('b', { ...third, resume: id, forkSession: true }),
    ]);
    await agent.ask('said here again', { ...here, continue: true });
    const said = JSON.stringify(agent.model.requests.at(-1)!.body.messages);
    expect(['said here', 'said there', 'said here again'].map((words) => said.split(`"${words}"`).length)).toEqual([2, 2, 2]);
    const key = { projectKey: agent.cwd.replaceAll(/[^A-Za-z0-9]/g, '-'), sessionId: id };
    for (const { env } of [here, third]) {
      const lines = (await readFile(join(env.CLAUDE_CONFIG_DIR, 'sessions', id, 'transcript.jsonl'), 'utf8')).trim().split('\n');
      const uuids = lines.map((line) => (JSON.parse(line) as { uuid: string }).uuid);
      expect(new Set(uuids).size).toBe(uuids.length);
      expect(checkTranscript(lines.join('\n'))).toEqual([]);
    }
    expect(checkTranscript((await store.load(key))!.map((entry) => JSON.stringify(entry)).join('\n'))).toEqual([]);
  },
  { on: ['memory'] },
);

verifies('session-log:command', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('an \u001b[31manswer')));
  const id = idOf(await agent.ask('a question'));
  const run = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [cliPath, 'sessions', ...words], {
      cwd: agent.cwd,
      env: agent.options.env,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };
  expect(run('list').stdout).toMatch(new RegExp(`^${id}  \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d  a question\n$`));
  expect(JSON.parse(run('list', '--json').stdout)).toMatchObject([{ sessionId: id, summary: 'a question' }]);
  expect(run('show', id).stdout).toBe('> a question\nan \\u001b[31manswer\n');
  expect(run('export', id).stdout).toBe(await readFile(join(agent.home, '.claude', 'sessions', id, 'transcript.jsonl'), 'utf8'));
  const fork = run('fork', id).stdout.trim();
  expect(run('rm', id, fork)).toEqual({ status: 0, stdout: '', stderr: '' });
  expect(run('list').stdout).toBe('');
  expect(run('show', id)).toMatchObject({ status: 1, stderr: `inboard: There is no session ${id}.\n` });
});

verifies('session-log:clock', async ({ open, transport }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const id = idOf(await agent.ask('first'));
  const path = join(agent.home, '.claude', 'sessions', id, 'transcript.jsonl');
  // As if the clock had been years ahead when this was written.
  await writeFile(path, (await readFile(path, 'utf8')).replaceAll(/"timestamp":"\d{4}/g, '"timestamp":"2099'));
  const second = await agent.ask('second', { resume: id });
  await agent.ask('third', { resume: id });
  const prompts = (agent.model.requests.at(-1)!.body.messages as { role: string; content: string | { text: string }[] }[])
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : content[0]!.text));
  expect(prompts).toEqual(['first', 'second', 'third']);
  expect(Number(resultsOf(second)[0]!.duration_ms)).toBeGreaterThanOrEqual(0);
  // The folder is all there is to a session: copied elsewhere, it goes on there.
  const elsewhere = await temporaryFolder();
  await mkdir(join(elsewhere, '.claude', 'sessions'), { recursive: true });
  await cp(join(agent.home, '.claude', 'sessions', id), join(elsewhere, '.claude', 'sessions', id), { recursive: true });
  await rm(join(agent.home, '.claude'), { recursive: true });
  const moved = await agent.ask('fourth', {
    resume: id,
    env: { ...agent.options.env, HOME: elsewhere, CLAUDE_CONFIG_DIR: join(elsewhere, '.claude') },
  });
  expect([transport, resultsOf(moved)[0]!.subtype]).toEqual([transport, 'success']);
});
