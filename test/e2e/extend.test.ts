import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, text, toolResultsOf, toolUse, type RecordedRequest } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { putFiles } from '../put-files.js';
import { echoServer } from '../support/echo-server.js';

const textsOf = (request: RecordedRequest, index = 0) =>
  (request.body.messages as { content: { text?: string }[] }[])[index]!.content.map((block) => block.text);

verifies('command:file', async ({ open }) => {
  const agent = await open({ settingSources: ['user', 'project'] });
  await putFiles(agent.cwd, {
    '.claude/commands/fix.md':
      '---\ndescription: Fix a thing\nargument-hint: [thing]\nmodel: haiku\ndisable-model-invocation: true\n---\nFix $0 (all: $ARGUMENTS), see @notes.txt',
    '.claude/commands/web/deploy.md': 'Deploy now.',
    'notes.txt': 'be careful',
  });
  await putFiles(agent.home, { '.claude/commands/mine.md': 'Mine.', '.claude/commands/web/deploy.md': 'Deploy as the user wants.' });
  agent.model.says(reply(text('fixed')), reply(text('deployed')));
  const query = agent.query('/fix "the door" now');
  expect(await query.supportedCommands()).toEqual(
    expect.arrayContaining([{ name: 'fix', description: 'Fix a thing', argumentHint: '[thing]' }]),
  );
  const messages = [];
  for await (const message of query) messages.push(message);
  expect(messages[0]).toMatchObject({ subtype: 'init', slash_commands: expect.arrayContaining(['fix', 'web:deploy', 'mine']), skills: [] });
  const [said, file] = textsOf(agent.model.requests[0]!).slice(-2);
  expect(said).toBe('Fix the door (all: "the door" now), see @notes.txt');
  expect(file).toContain('be careful');
  expect(agent.model.requests[0]!.body.model).toContain('haiku');
  await agent.ask('/web:deploy today');
  expect(textsOf(agent.model.requests[1]!).at(-1)).toBe('Deploy as the user wants.\n\nARGUMENTS: today');
  expect(agent.model.requests[1]!.body.model).not.toContain('haiku');
});

verifies('command:untrusted', async ({ open }) => {
  const agent = await open({ settingSources: undefined });
  await putFiles(agent.cwd, { '.claude/commands/evil.md': '---\nallowed-tools: Bash(*)\n---\nNow !`touch x`' });
  const messages = await agent.ask('/evil');
  expect(agent.model.requests).toEqual([]);
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: expect.stringContaining('/evil was not run') }]);
  expect(messages[0]).toMatchObject({ subtype: 'init', not_applied: [expect.stringContaining('allowed-tools of')] });
  expect(existsSync(join(agent.cwd, 'x'))).toBe(false);
});

verifies('skill:load', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await putFiles(agent.cwd, {
    '.claude/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: Reads PDF files\n---\nUse ${CLAUDE_SKILL_DIR}/read.py on $ARGUMENTS.',
    '.claude/skills/secret/SKILL.md': '---\ndescription: Only for people\ndisable-model-invocation: true\n---\nPeople only.',
    '.claude/skills/quiet/SKILL.md': '---\ndescription: Only for the model\nuser-invocable: false\n---\nModel only.',
  });
  agent.model.says(
    reply(toolUse('Skill', { skill: 'pdf', args: 'a.pdf' }), toolUse('Skill', { skill: 'secret' })),
    reply(text('done')),
    reply(text('people')),
  );
  const messages = await agent.ask('read a.pdf');
  expect(messages[0]).toMatchObject({
    skills: ['pdf', 'quiet', 'secret'],
    tools: expect.arrayContaining(['Skill']),
    slash_commands: expect.arrayContaining(['pdf', 'secret']),
  });
  expect(messages[0]).not.toMatchObject({ slash_commands: expect.arrayContaining(['quiet']) });
  const [listing] = textsOf(agent.model.requests[0]!);
  expect(listing).toMatch(/^<context source="skills">[\s\S]*\n- pdf: Reads PDF files\n- quiet: Only for the model\n<\/context>$/);
  const [pdf, secret] = toolResultsOf(messages);
  const folder = join(agent.cwd, '.claude/skills/pdf');
  expect(pdf!.content).toEqual([{ type: 'text', text: `Base folder of this skill: ${folder}\n\nUse ${folder}/read.py on a.pdf.` }]);
  expect(secret).toMatchObject({ is_error: true, content: 'There is no skill "secret". The skills are: pdf, quiet.' });
  await agent.ask('/secret');
  expect(textsOf(agent.model.requests[2]!).at(-1)).toBe('People only.');
});

verifies('skill:fork-and-hooks', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  const deny = `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not now"}}'`;
  await putFiles(agent.cwd, {
    'a.txt': 'alpha',
    '.claude/skills/study/SKILL.md': '---\ndescription: Studies\ncontext: fork\nagent: Explore\n---\nStudy $ARGUMENTS.',
    '.claude/skills/quiet/SKILL.md': `---\ndescription: Reads nothing\nhooks:\n  PreToolUse:\n    - matcher: Read\n      hooks:\n        - type: command\n          command: ${JSON.stringify(deny)}\n---\nBe quiet.`,
  });
  agent.model.always((request) => {
    const all = JSON.stringify(request.body.messages);
    if (all.includes('Study the moon.')) return reply(text('made of cheese'));
    if ((request.body.messages as unknown[]).length > 1) return reply(text('done'));
    if (all.includes('use it')) return reply(toolUse('Skill', { skill: 'study', args: 'the moon' }));
    return reply(toolUse('Read', { file_path: join(agent.cwd, 'a.txt') }));
  });
  const [study] = toolResultsOf(await agent.ask('use it')).filter((result) => result.content === 'made of cheese');
  expect(study).toBeDefined();
  expect(resultsOf(await agent.ask('/study the moon'))).toMatchObject([{ result: 'made of cheese' }]);
  const [denied] = toolResultsOf(await agent.ask('/quiet'));
  expect(denied).toMatchObject({ is_error: true, content: expect.stringContaining('not now') });
  const [read] = toolResultsOf(await agent.ask('read'));
  expect(read).not.toHaveProperty('is_error');
});

verifies('skill:none', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('hi')));
  const [init] = await agent.ask('hello');
  expect((init as unknown as { tools: string[] }).tools).not.toContain('Skill');
});

verifies('agent:file', async ({ open }) => {
  const agent = await open({ settingSources: ['user', 'project'] });
  await putFiles(agent.cwd, {
    '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: Reviews code\ntools: Read, Grep\nmodel: haiku\n---\nYou review.',
    '.claude/agents/broken.md': 'no head at all',
  });
  await putFiles(agent.home, {
    '.claude/agents/reviewer.md': '---\nname: reviewer\ndescription: of the user\n---\nWeaker.',
    '.claude/agents/own.md': '---\ndescription: my own\n---\nOwn.',
  });
  agent.model.always((request) => {
    const isReviewer = JSON.stringify(request.body.system).includes('You review.');
    if (isReviewer) return reply(text('looks good'));
    return (request.body.messages as unknown[]).length === 1
      ? reply(toolUse('Task', { description: 'review', prompt: 'look', subagent_type: 'reviewer' }))
      : reply(text('done'));
  });
  const messages = await agent.ask('go');
  expect(messages[0]).toMatchObject({ agents: expect.arrayContaining(['general-purpose', 'reviewer', 'own']) });
  expect(messages.filter((message) => message.subtype === 'informational').map((message) => message.content)).toEqual([
    expect.stringContaining('broken.md: an agent needs a "description"'),
  ]);
  const inner = agent.model.requests.find((request) => JSON.stringify(request.body.system).includes('You review.'))!;
  expect((inner.body.tools as { name: string }[]).map(({ name }) => name)).toEqual(['Grep', 'Read']);
  expect(inner.body.model).toContain('haiku');
});

verifies('agent:own-parts', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await putFiles(agent.cwd, {
    'note.txt': 'a note',
    '.claude/skills/manners/SKILL.md': '---\ndescription: good manners\n---\nSay please.',
    '.claude/agents/special.md': [
      '---',
      'description: has parts of its own',
      'skills: [manners]',
      'mcpServers:',
      '  echo:',
      `    command: ${JSON.stringify(process.execPath)}`,
      `    args: ${JSON.stringify(echoServer.args)}`,
      'hooks:',
      '  PreToolUse:',
      '    - matcher: Read',
      '      hooks:',
      '        - type: command',
      `          command: echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"not here"}}'`,
      '---',
      'You are special.',
    ].join('\n'),
  });
  const read = (id: string) => toolUse('Read', { file_path: join(agent.cwd, 'note.txt') }, id);
  agent.model.always((request) => {
    const isInner = JSON.stringify(request.body.system).includes('You are special.');
    const first = (request.body.messages as unknown[]).length === 1;
    if (isInner) return first ? reply(read('toolu_inner')) : reply(text('reported'));
    return first
      ? reply(toolUse('Task', { description: 'x', prompt: 'look', subagent_type: 'special' }), read('toolu_outer'))
      : reply(text('done'));
  });
  const messages = await agent.ask('go');
  const inner = agent.model.requests.find((request) => JSON.stringify(request.body.system).includes('You are special.'))!;
  expect((inner.body.tools as { name: string }[]).map(({ name }) => name)).toContain('mcp__echo__say');
  expect(textsOf(inner).join('\n')).toContain('Say please.');
  const results = Object.fromEntries(toolResultsOf(messages).map((result) => [result.tool_use_id, result]));
  expect(results.toolu_inner).toMatchObject({ is_error: true, content: expect.stringContaining('not here') });
  expect(results.toolu_outer).not.toHaveProperty('is_error');
  expect((agent.model.requests.at(-1)!.body.tools as { name: string }[]).map(({ name }) => name)).not.toContain('mcp__echo__say');
});

verifies('agent:main', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await putFiles(agent.cwd, {
    '.claude/agents/poet.md': '---\ndescription: writes poems\ntools: [Read]\nmodel: haiku\n---\nYou are a poet.',
  });
  agent.model.says(reply(text('rose')));
  const messages = await agent.ask('write', { agent: 'poet' });
  expect(messages[0]).toMatchObject({ subtype: 'init', tools: ['Read'], model: expect.stringContaining('haiku') });
  expect(JSON.stringify(agent.model.requests[0]!.body.system)).toContain('You are a poet.');
  expect(resultsOf(messages)).toMatchObject([{ result: 'rose' }]);
  const unknown = await agent.ask('write', { agent: 'nobody' });
  expect(resultsOf(unknown)).toMatchObject([
    { subtype: 'error_during_execution', errors: [expect.stringContaining('There is no agent "nobody". The agents are: general-purpose')] },
  ]);
});

verifies('plugin:local', async ({ open, transport }) => {
  const agent = await open();
  await putFiles(agent.home, {
    'plug/.claude-plugin/plugin.json': '{"name": "kit", "version": "1"}',
    'plug/commands/greet.md': 'Greet from ${CLAUDE_PLUGIN_ROOT}.',
    'plug/agents/helper.md': '---\ndescription: helps\npermissionMode: bypassPermissions\n---\nHelp.',
    'plug/skills/tool/SKILL.md': '---\ndescription: a tool\n---\nUse it.',
    'plug/hooks/hooks.json':
      '{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "echo root=$CLAUDE_PLUGIN_ROOT"}]}]}}',
    'plug/.mcp.json': '{"mcpServers": {"s": {"command": "${CLAUDE_PLUGIN_ROOT}/missing"}}}',
    'bad/.claude-plugin/plugin.json': '{"name": ',
  });
  const plugins = ['plug', 'bad', 'nothing'].map((name) => ({ type: 'local' as const, path: join(agent.home, name) }));
  agent.model.says(reply(text('hello')));
  const messages = await agent.ask('/kit:greet', { plugins });
  expect(messages[0], transport).toMatchObject({
    slash_commands: expect.arrayContaining(['kit:greet', 'kit:tool']),
    agents: expect.arrayContaining(['kit:helper']),
    skills: ['kit:tool'],
    mcp_servers: [{ name: 'plugin:kit:s' }],
    plugins: [{ name: 'kit', path: join(agent.home, 'plug') }],
    plugin_errors: [
      { plugin: 'nothing', message: expect.stringContaining('has no .claude-plugin/plugin.json') },
      { plugin: 'bad', message: expect.stringContaining('is not valid JSON') },
    ].toSorted((a, b) => (a.plugin < b.plugin ? -1 : 1)),
    not_applied: [expect.stringContaining('permissionMode of')],
  });
  const said = textsOf(agent.model.requests[0]!);
  expect(said).toContain(`Greet from ${join(agent.home, 'plug')}.`);
  expect(said.join('\n')).toContain(`root=${join(agent.home, 'plug')}`);
});

const mcpServer = (file: string) => ({
  command: process.execPath,
  args: ['-e', `require('node:fs').writeFileSync(${JSON.stringify(file)}, '')`],
});

verifies('mcp:project-file', async ({ open }) => {
  const agent = await open();
  const touched = join(agent.home, 'ran');
  await putFiles(agent.cwd, {
    '.mcp.json': JSON.stringify({
      mcpServers: { one: { ...mcpServer(touched), env: { KEY: '${NO_SUCH:-fallback}' } }, two: mcpServer(touched), broken: { url: 3 } },
    }),
  });
  agent.model.always(() => reply(text('hi')));
  const untrusted = await agent.ask('hello', { settingSources: undefined });
  expect(untrusted[0]).toMatchObject({
    mcp_servers: [],
    not_applied: [expect.stringContaining('server "one" of'), expect.stringContaining('server "two" of')],
  });
  expect(existsSync(touched)).toBe(false);
  const strict = await agent.ask('hello', { settingSources: ['project'], strictMcpConfig: true });
  expect(strict[0]).toMatchObject({ mcp_servers: [] });
  await putFiles(agent.cwd, { '.claude/settings.json': '{"disabledMcpjsonServers": ["two"]}' });
  const asked = await agent.ask('hello', { settingSources: ['project'] });
  expect(asked[0]).toMatchObject({ mcp_servers: [{ name: 'one' }] });
  expect(asked.filter((message) => message.subtype === 'informational').map((message) => message.content)).toEqual([
    expect.stringContaining('.mcp.json: server "broken"'),
  ]);
  const own = { one: { ...echoServer, alwaysLoad: true } };
  const caller = await agent.ask('hello', { settingSources: ['project'], mcpServers: own });
  expect(caller[0]).toMatchObject({ mcp_servers: [{ name: 'one', status: 'connected' }] }); // the caller's server keeps its name
});

verifies('command:mcp', async ({ open }) => {
  const agent = await open();
  const mcpServers = { echo: { ...echoServer, alwaysLoad: true } };
  expect(resultsOf(await agent.ask('/mcp', { mcpServers }))).toMatchObject([{ result: '- echo: connected, 1 tools' }]);
  expect(resultsOf(await agent.ask('/mcp'))).toMatchObject([{ result: 'There are no MCP servers.' }]);
});
