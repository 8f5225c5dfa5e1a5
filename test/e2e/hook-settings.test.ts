import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { join } from 'node:path';
import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import { expect } from 'vitest';
import { trustFolder } from '../../packages/engine/src/setting/trust.js';
import { temporaryFolder, verifies, type Agent, type Cell } from '../harness.js';
import { allowAll, command, flagSettings, hookEnds, hookSettings, writer, writeSettings } from '../support/hook-agent.js';

const note = (word: string) => hookSettings('PreToolUse', command(`echo ${word} >> "$CLAUDE_PROJECT_DIR/ran"`));

/** What hooks have noted, in a fixed order: they run side by side. */
async function notes(agent: Agent): Promise<string[]> {
  const path = join(agent.cwd, 'ran');
  return existsSync(path) ? (await readFile(path, 'utf8')).trim().split('\n').toSorted() : [];
}

/** A writer with a settings file of each kind. */
async function withFiles(
  cell: Cell,
  files: { user?: object; project?: object; local?: object; managed?: object; flag?: object },
  sources?: ('user' | 'project' | 'local')[],
) {
  const managed = await temporaryFolder();
  const agent = await writer(cell, files.flag && flagSettings(files.flag));
  if (files.user) await writeSettings(join(agent.home, '.claude', 'settings.json'), files.user);
  if (files.project) await writeSettings(join(agent.cwd, '.claude', 'settings.json'), files.project);
  if (files.local) await writeSettings(join(agent.cwd, '.claude', 'settings.local.json'), files.local);
  if (files.managed) await writeSettings(join(managed, 'managed-settings.json'), files.managed);
  const { settingSources: _, ...options } = agent.options;
  Object.assign(agent.options, { env: { ...options.env, INBOARD_MANAGED_DIR: managed } });
  if (sources) agent.options.settingSources = sources;
  else delete agent.options.settingSources;
  return agent;
}

const everywhere = { user: note('user'), project: note('project'), local: note('local'), managed: note('managed'), flag: note('flag') };

verifies('hook:settings:levels', async (cell) => {
  const agent = await withFiles(cell, everywhere, ['user', 'project', 'local']);
  await agent.ask('go');
  expect(await notes(agent)).toEqual(['flag', 'local', 'managed', 'project', 'user']);
  expect(agent.written()).toBe(true);
});

verifies('hook:settings:trust', async (cell) => {
  const agent = await withFiles(cell, everywhere);
  const [init] = await agent.ask('go');
  expect(await notes(agent)).toEqual(['flag', 'managed', 'user']);
  expect(String(init!.not_applied)).toContain('hooks of');
  trustFolder(agent.cwd, agent.options.env!);
  agent.model.says(reply(toolUse('Write', { file_path: join(agent.cwd, 'two.txt'), content: '' })), reply(text('done')));
  await agent.ask('again');
  expect(await notes(agent)).toEqual(['flag', 'flag', 'local', 'managed', 'managed', 'project', 'user', 'user']);
});

const off = { disableAllHooks: true };

verifies('hook:settings:disable', async (cell) => {
  const cases: [Parameters<typeof withFiles>[1], string[]][] = [
    [{ ...everywhere, user: { ...note('user'), ...off } }, ['managed']],
    [{ ...everywhere, project: { ...note('project'), ...off } }, ['flag', 'managed', 'user']],
    [{ ...everywhere, managed: { ...note('managed'), ...off } }, []],
  ];
  for (const [files, ran] of cases) {
    const agent = await withFiles(cell, files, ['user', 'project', 'local']);
    await agent.ask('go');
    expect(await notes(agent)).toEqual(ran);
  }
});

verifies('hook:settings:untrusted-disable', async (cell) => {
  const agent = await withFiles(cell, { user: hookSettings('PreToolUse', command('exit 2')), project: off });
  const [init] = await agent.ask('go');
  expect(agent.written()).toBe(false);
  expect(String(init!.not_applied)).toContain('disableAllHooks');
});

verifies('hook:command:input', async (cell) => {
  const agent = await writer(cell, flagSettings(hookSettings('PreToolUse', command('cat > input.json; env > env.txt'))));
  agent.options.env = { ...agent.options.env, MY_API_KEY: 'secret-1', GH_TOKEN: 'secret-2' };
  const messages = await agent.ask('go');
  const { session_id } = resultsOf(messages)[0]!;
  expect(JSON.parse(await readFile(join(agent.cwd, 'input.json'), 'utf8'))).toEqual({
    session_id,
    transcript_path: expect.stringContaining('transcript.jsonl'),
    cwd: agent.cwd,
    permission_mode: 'bypassPermissions',
    hook_event_name: 'PreToolUse',
    tool_name: 'Write',
    tool_input: { file_path: join(agent.cwd, 'out.txt'), content: 'hello' },
    tool_use_id: 'toolu_write',
  });
  const env = await readFile(join(agent.cwd, 'env.txt'), 'utf8');
  expect(env).toContain(`CLAUDE_PROJECT_DIR=${agent.cwd}\n`);
  expect(env).toContain(`CLAUDE_CODE_SESSION_ID=${String(session_id)}\n`);
  expect(env).not.toContain('secret');
  expect(env).not.toContain('ANTHROPIC_API_KEY');
});

verifies('hook:command:no-interpolation', async ({ open }) => {
  const evil = '"; touch pwned; $(touch pwned) `touch pwned` $CLAUDE_PROJECT_DIR';
  const agent = await open(flagSettings(hookSettings('PreToolUse', command('cat > seen.json'))));
  agent.model.always((_request, index) => (index === 0 ? reply(toolUse('Grep', { pattern: evil })) : reply(text('done'))));
  await agent.ask(evil);
  expect(JSON.parse(await readFile(join(agent.cwd, 'seen.json'), 'utf8'))).toMatchObject({ tool_input: { pattern: evil } });
  expect(existsSync(join(agent.cwd, 'pwned'))).toBe(false);
});

verifies('hook:command:exit-codes', async (cell) => {
  const deny = JSON.stringify({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'by JSON' },
  });
  const cases: [string, boolean, string][] = [
    ['exit 0', true, ''],
    ['echo plain words', true, ''],
    ['echo not today >&2; exit 2', false, 'Write is not allowed: not today'],
    [`echo '${deny}'`, false, 'Write is not allowed: by JSON'],
    [`echo '${deny}'; exit 1`, false, 'Write is not allowed: by JSON'],
    ['exit 1', false, 'exit code 1'],
    ['no-such-command-here', false, 'exit code 127'],
  ];
  for (const [line, written, said] of cases) {
    const agent = await writer(cell, flagSettings(hookSettings('PreToolUse', command(line))));
    const messages = await agent.ask('go');
    expect(agent.written(), line).toBe(written);
    expect(String(toolResultsOf(messages)[0]!.content), line).toContain(said);
  }
});

verifies('hook:command:program', async (cell) => {
  const hook = {
    type: 'command',
    command: process.execPath,
    args: ['-e', 'process.stderr.write(process.argv[1]); process.exit(2)', '$HOME `x`'],
  };
  const agent = await writer(cell, flagSettings(hookSettings('PreToolUse', hook)));
  expect(toolResultsOf(await agent.ask('go'))[0]!.content).toBe('Write is not allowed: $HOME `x`');
});

verifies('hook:command:text-is-context', async ({ open }) => {
  const hooks = {
    ...hookSettings('UserPromptSubmit', command('echo said with the prompt')).hooks,
    ...hookSettings('SessionStart', command('echo said at the start')).hooks,
  };
  const agent = await open(flagSettings({ hooks }));
  agent.model.says(reply(text('ok')));
  await agent.ask('go');
  const sent = JSON.stringify(agent.model.requests[0]!.body.messages);
  expect(sent).toContain('said with the prompt');
  expect(sent).toContain('said at the start');
});

verifies('hook:settings:matcher', async (cell) => {
  const cases: [string | undefined, boolean][] = [
    [undefined, true],
    ['*', true],
    ['Write', true],
    ['Read|Write', true],
    ['Read, Write', true],
    ['Read', false],
    ['Writ', false],
    ['^Wr.te$', true],
    ['W(', true],
  ];
  for (const [matcher, runs] of cases) {
    const agent = await writer(cell, flagSettings(hookSettings('PreToolUse', command('exit 2'), matcher)));
    await agent.ask('go');
    expect(agent.written(), String(matcher)).toBe(!runs);
  }
});

verifies('hook:settings:if', async (cell) => {
  for (const [rule, runs] of [
    ['Write', true],
    ['Read', false],
    ['Write(*.txt)', true],
    ['Write(*.md)', false],
  ] as const) {
    const agent = await writer(cell, flagSettings(hookSettings('PreToolUse', command('exit 2', { if: rule }))));
    await agent.ask('go');
    expect(agent.written(), rule).toBe(!runs);
  }
  for (const [line, runs] of [
    ['git status', true],
    ['echo x; git push', true],
    ['echo git', false],
  ] as const) {
    const agent = await cell.open({ ...allowAll, ...flagSettings(hookSettings('PreToolUse', command('exit 2', { if: 'Bash(git *)' }))) });
    agent.model.says(reply(toolUse('Bash', { command: line })), reply(text('done')));
    const [result] = toolResultsOf(await agent.ask('go'));
    expect(String(result!.content).startsWith('Bash is not allowed'), line).toBe(runs);
  }
});

verifies('hook:settings:once', async (cell) => {
  const same = command('echo x >> "$CLAUDE_PROJECT_DIR/ran"');
  const groups = [{ matcher: 'Write', hooks: [same, same] }, { hooks: [same] }];
  const agent = await writer(cell, flagSettings({ hooks: { PreToolUse: groups } }));
  await agent.ask('go');
  expect(await notes(agent)).toEqual(['x']);
});

verifies('hook:settings:async', async (cell) => {
  // It waits for the file that the call writes: only a hook that nobody waits for can end.
  const line = 'until [ -e out.txt ]; do sleep 0.01; done; echo late >> ran; exit 2';
  const agent = await writer(cell, {
    extraArgs: { ...flagSettings(hookSettings('PreToolUse', command(line, { async: true }))).extraArgs!, 'include-hook-events': null },
  });
  const messages = await agent.ask('go');
  expect(agent.written()).toBe(true);
  expect(await notes(agent)).toEqual(['late']);
  expect(hookEnds(messages, 'PreToolUse')).toMatchObject([{ outcome: 'blocked' }]);
});

verifies('hook:settings:broken', async (cell) => {
  const hooks = [
    { type: 'command' },
    { type: 'agent', prompt: 'x' },
    { type: 'http', url: 7 },
    { type: 'command', command: 'true', timeout: 'soon' },
    'word',
  ];
  for (const hook of hooks) {
    const agent = await writer(cell);
    await writeSettings(join(agent.home, '.claude', 'settings.json'), { hooks: { PreToolUse: [{ hooks: [hook] }], NoSuchEvent: [] } });
    const messages = await agent.ask('go', { settingSources: ['user'] });
    expect(agent.written(), JSON.stringify(hook)).toBe(false);
    const said = messages.flatMap((message) => (message.subtype === 'informational' ? [String(message.content)] : [])).join('\n');
    expect(said).toContain('NoSuchEvent');
    expect(said).toContain('cannot be run');
  }
});

interface Posted {
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

/** A server that answers every hook the same way. */
async function hookServer(answer: {
  status?: number;
  body?: string;
  location?: string;
}): Promise<{ url: string; posted: Posted[]; close(): void }> {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    posted.push({ headers: request.headers, body: JSON.parse(await readText(request)) as Record<string, unknown> });
    response.writeHead(answer.status ?? 200, answer.location === undefined ? {} : { location: answer.location }).end(answer.body ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number }; // it listens on TCP
  return { url: `http://127.0.0.1:${port}/hook`, posted, close: () => server.close() };
}

const denyAnswer = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'from afar' },
});

verifies('hook:http', async (cell) => {
  const cases: [Parameters<typeof hookServer>[0], boolean, string][] = [
    [{ body: '{}' }, true, ''],
    [{ body: denyAnswer }, false, 'from afar'],
    [{ status: 500, body: denyAnswer }, false, 'answered 500'],
    [{ status: 302, location: 'http://127.0.0.1:1/' }, false, 'answered 302'],
    [{ body: '{"broken' }, false, 'begins like JSON'],
  ];
  for (const [answer, written, said] of cases) {
    const server = await hookServer(answer);
    const agent = await writer(cell, flagSettings(hookSettings('PreToolUse', { type: 'http', url: server.url })));
    const messages = await agent.ask('go');
    server.close();
    expect(agent.written(), said).toBe(written);
    expect(String(toolResultsOf(messages)[0]!.content)).toContain(said);
    expect(server.posted).toMatchObject([{ body: { hook_event_name: 'PreToolUse', tool_name: 'Write' } }]);
  }
});

verifies('hook:http:lists', async (cell) => {
  const server = await hookServer({ body: '{}' });
  const hook = {
    type: 'http',
    url: server.url,
    headers: { 'x-one': '$ONE', 'x-two': '${TWO}', 'x-key': '$ANTHROPIC_API_KEY' },
    allowedEnvVars: ['ONE', 'TWO'],
  };
  const open = async (settings: object) => {
    const agent = await writer(cell, flagSettings({ ...hookSettings('PreToolUse', hook), ...settings }));
    agent.options.env = { ...agent.options.env, ONE: '1', TWO: '2' };
    await agent.ask('go');
    return agent.written();
  };
  expect(await open({ httpHookAllowedEnvVars: ['ONE'], allowedHttpHookUrls: ['http://127.0.0.1:*/*'] })).toBe(true);
  expect(server.posted[0]!.headers).toMatchObject({ 'x-one': '1', 'x-two': '', 'x-key': '' });
  expect(await open({ allowedHttpHookUrls: ['https://hooks.example.com/*'] })).toBe(false);
  expect(server.posted).toHaveLength(1);
  server.close();
});

verifies('hook:prompt-handler', async ({ open }) => {
  const cases: [string, boolean][] = [
    ['{"ok": true}', true],
    ['{"ok": false, "reason": "too risky"}', false],
    ['I cannot say', false],
  ];
  for (const [verdict, written] of cases) {
    const agent = await open({
      ...allowAll,
      ...flagSettings(hookSettings('PreToolUse', { type: 'prompt', prompt: 'Is this fine? $ARGUMENTS' })),
    });
    const path = join(agent.cwd, 'out.txt');
    agent.model.always((request) => {
      const asked = JSON.stringify(request.body.messages);
      if (asked.includes('Is this fine?')) return reply(text(verdict));
      return asked.includes('tool_result') ? reply(text('done')) : reply(toolUse('Write', { file_path: path, content: 'hello' }));
    });
    await agent.ask('go');
    expect(existsSync(path), verdict).toBe(written);
  }
});

verifies('hook:settings:not-hot-loaded', async ({ open }) => {
  // The first call makes the hook change the settings that brought it; the second call must still be blocked.
  const agent = await open(allowAll);
  const path = join(agent.home, '.claude', 'settings.json');
  await writeSettings(path, hookSettings('PreToolUse', command(`echo '{}' > '${path}'; exit 2`)));
  const call = (name: string) => reply(toolUse('Write', { file_path: join(agent.cwd, name), content: '' }));
  agent.model.always((_request, index) => (index === 0 ? call('one.txt') : index === 1 ? call('two.txt') : reply(text('done'))));
  await agent.ask('go', { settingSources: ['user'] });
  expect(agent.model.requests).toHaveLength(3);
  expect(existsSync(join(agent.cwd, 'two.txt'))).toBe(false);
  expect(await readFile(path, 'utf8')).toBe('{}\n');
});
