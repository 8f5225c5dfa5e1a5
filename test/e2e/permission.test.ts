import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindsOf, reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import { createSdkMcpServer, tool, type CanUseTool, type Options, type PermissionResult } from 'inboard';
import { expect } from 'vitest';
import * as z from 'zod';
import { verifies, type Agent, type Cell } from '../harness.js';

type Asked = Parameters<CanUseTool>;

/** An agent whose model writes a file and then says it is done; `canUseTool` answers by the function given. */
async function writer(
  { open }: Pick<Cell, 'open'>,
  answer?: (asked: Asked) => PermissionResult | Promise<PermissionResult>,
  more: Options = {},
): Promise<{ agent: Agent; asked: Asked[]; file: string }> {
  const asked: Asked[] = [];
  const agent = await open({
    ...(answer && {
      canUseTool: async (...question: Asked) => {
        asked.push(question);
        return answer(question);
      },
    }),
    ...more,
  });
  const file = join(agent.cwd, 'new.txt');
  agent.model.says(reply(toolUse('Write', { file_path: file, content: 'hello' }, 'toolu_1')), reply(text('done')));
  return { agent, asked, file };
}

verifies('permission:ask', async (cell) => {
  const { agent, asked, file } = await writer(cell, ([, input]) => ({ behavior: 'allow', updatedInput: input }));
  const messages = await agent.ask('write');
  expect(await readFile(file, 'utf8')).toBe('hello');
  const [name, input, options] = asked[0]!;
  expect([name, input]).toEqual(['Write', { file_path: file, content: 'hello' }]);
  expect(options).toMatchObject({
    toolUseID: 'toolu_1',
    decisionReason: expect.stringContaining('Asked'),
    suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
  });
  expect(resultsOf(messages)[0]!.permission_denials).toEqual([]);
});

verifies('permission:nobody', async (cell) => {
  const { agent, file } = await writer(cell);
  const messages = await agent.ask('write');
  expect(existsSync(file)).toBe(false);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true, content: expect.stringContaining('nobody can be asked') });
  expect(resultsOf(messages)[0]!.permission_denials).toMatchObject([
    { tool_name: 'Write', tool_use_id: 'toolu_1', trace: { behavior: 'deny', step: 'askHost' } },
  ]);
});

verifies('permission:changed-input', async (cell) => {
  const { agent, file } = await writer(cell, ([, input]) => ({ behavior: 'allow', updatedInput: { ...input, content: 'changed' } }));
  await agent.ask('write');
  expect(await readFile(file, 'utf8')).toBe('changed');
});

verifies('permission:changed-input-judged', async (cell) => {
  const { agent } = await writer(
    cell,
    ([, input]) => ({ behavior: 'allow', updatedInput: { ...input, file_path: String(input.file_path).replace('new.txt', 'secret.txt') } }),
    { disallowedTools: ['Edit(secret.txt)'] },
  );
  const messages = await agent.ask('write');
  expect(existsSync(join(agent.cwd, 'secret.txt'))).toBe(false);
  expect(toolResultsOf(messages)[0]).toMatchObject({ is_error: true, content: expect.stringContaining('Edit(secret.txt)') });
});

verifies('permission:deny', async (cell) => {
  const { agent, file } = await writer(cell, () => ({ behavior: 'deny', message: 'not here' }));
  const messages = await agent.ask('write');
  expect(existsSync(file)).toBe(false);
  expect(toolResultsOf(messages)).toEqual([{ type: 'tool_result', tool_use_id: 'toolu_1', is_error: true, content: 'not here' }]);
  expect(resultsOf(messages)[0]).toMatchObject({ subtype: 'success', permission_denials: [{ tool_name: 'Write' }] });
});

verifies('permission:deny-interrupt', async (cell) => {
  const { agent } = await writer(cell, () => ({ behavior: 'deny', message: 'stop it', interrupt: true }));
  const messages = await agent.ask('write');
  expect(agent.model.requests).toHaveLength(1);
  expect(kindsOf(messages).slice(-3)).toEqual(['user', 'user', 'result/error_during_execution']);
});

const broken: Record<string, () => Promise<PermissionResult>> = {
  throws: async () => {
    throw new Error('callback broke');
  },
  'answers junk': async () => ({ behavior: 'perhaps' }) as never, // what a careless host might send
  'answers nothing': async () => undefined as never, // likewise
  hangs: () => new Promise(() => undefined),
};

verifies('permission:fails-closed', async (cell) => {
  for (const [how, answer] of Object.entries(broken)) {
    const { agent, file } = await writer(cell, answer);
    const env = { ...agent.options.env, INBOARD_PERMISSION_TIMEOUT_MS: '200' };
    const messages = await agent.ask('write', { env });
    expect(existsSync(file), how).toBe(false);
    expect(toolResultsOf(messages)[0], how).toMatchObject({ is_error: true });
    expect(resultsOf(messages)[0]!.permission_denials, how).toHaveLength(1);
  }
});

verifies('permission:updates', async (cell) => {
  const { agent, asked } = await writer(cell, ([, input, { suggestions }]) => ({
    behavior: 'allow',
    updatedInput: input,
    updatedPermissions: suggestions!,
  }));
  const other = join(agent.cwd, 'other.txt');
  agent.model.says(reply(toolUse('Write', { file_path: other, content: 'x' })), reply(text('done')));
  agent.model.requests.length = 0;
  const messages = await agent.ask('write');
  expect(asked).toHaveLength(1);
  expect(messages.find((message) => message.subtype === 'status')).toMatchObject({ permissionMode: 'acceptEdits' });
});

verifies('permission:update-settings', async (cell) => {
  const rule = { toolName: 'Bash', ruleContent: 'touch:*' };
  const { agent } = await writer(cell, ([, input]) => ({
    behavior: 'allow',
    updatedInput: input,
    updatedPermissions: [{ type: 'addRules', rules: [rule], behavior: 'allow', destination: 'localSettings' }],
  }));
  await agent.ask('write');
  expect(JSON.parse(await readFile(join(agent.cwd, '.claude', 'settings.local.json'), 'utf8'))).toEqual({
    permissions: { allow: ['Bash(touch:*)'] },
  });
});

verifies('permission:modes', async (cell) => {
  const tries: [Options, boolean][] = [
    [{ permissionMode: 'acceptEdits' }, true],
    [{ permissionMode: 'dontAsk' }, false],
    [{ permissionMode: 'plan' }, false],
    [{ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true }, true],
    [{ permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true, disallowedTools: ['Edit(*.txt)'] }, false],
    [{ allowedTools: ['Write'] }, true],
    [{ allowedTools: ['Edit(/*.txt)'] }, true],
    [{ allowedTools: ['Write'], disallowedTools: ['Edit(new.txt)'] }, false],
  ];
  for (const [options, written] of tries) {
    const { agent, file } = await writer(cell, undefined, options);
    await agent.ask('write');
    expect(existsSync(file), JSON.stringify(options)).toBe(written);
  }
});

verifies('permission:settings-rules', async ({ open }) => {
  const agent = await open({ permissionMode: 'acceptEdits', settingSources: ['project'] });
  await mkdir(join(agent.cwd, '.claude'));
  await writeFile(
    join(agent.cwd, '.claude', 'settings.json'),
    JSON.stringify({ permissions: { deny: ['Edit(/kept.txt)'], allow: ['Broken('] } }),
  );
  agent.model.says(reply(toolUse('Write', { file_path: join(agent.cwd, 'kept.txt'), content: 'x' })), reply(text('done')));
  const messages = await agent.ask('write');
  expect(existsSync(join(agent.cwd, 'kept.txt'))).toBe(false);
  expect(resultsOf(messages)[0]!.permission_denials).toMatchObject([{ trace: { rule: 'Edit(/kept.txt)', source: 'projectSettings' } }]);
  expect(messages.filter((message) => message.subtype === 'informational').map((message) => message.content)).toEqual([
    expect.stringContaining('settings.json: allow rule "Broken("'),
  ]);
});

verifies('permission:untrusted-project', async ({ open }) => {
  const agent = await open();
  const { settingSources: _, ...options } = agent.options;
  await mkdir(join(agent.cwd, '.claude'));
  await writeFile(
    join(agent.cwd, '.claude', 'settings.json'),
    JSON.stringify({
      permissions: { allow: ['Write'], defaultMode: 'bypassPermissions' },
      env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
    }),
  );
  agent.model.says(reply(toolUse('Write', { file_path: join(agent.cwd, 'x.txt'), content: 'x' })), reply(text('done')));
  const { query } = await import('inboard');
  const messages = [];
  for await (const message of query({ prompt: 'write', options })) messages.push(message);
  expect(existsSync(join(agent.cwd, 'x.txt'))).toBe(false);
  expect(messages[0]).toMatchObject({
    subtype: 'init',
    permissionMode: 'default',
    not_applied: [expect.stringContaining('permissions.allow'), expect.stringContaining('defaultMode'), expect.stringContaining('env')],
  });
});

verifies('permission:tool-use-first', async (cell) => {
  const order: string[] = [];
  const { agent } = await writer(cell, ([, input]) => {
    order.push('asked');
    return { behavior: 'allow', updatedInput: input };
  });
  for await (const message of agent.query('write')) if (message.type === 'assistant') order.push('assistant');
  expect(order.slice(0, 2)).toEqual(['assistant', 'asked']);
});

verifies('permission:search-denied', async ({ open }) => {
  const agent = await open({ disallowedTools: ['Read(.env)'] });
  await writeFile(join(agent.cwd, '.env'), 'SECRET=1\n');
  await writeFile(join(agent.cwd, 'open.txt'), 'SECRET=2\n');
  agent.model.says(
    reply(
      toolUse('Glob', { pattern: '**/*' }),
      toolUse('Grep', { pattern: 'SECRET', output_mode: 'content' }),
      toolUse('Grep', { pattern: 'SECRET' }),
      toolUse('Grep', { pattern: 'SECRET', output_mode: 'count' }),
    ),
    reply(text('done')),
  );
  const results = toolResultsOf(await agent.ask('search')).map(({ content }) => String(content));
  expect(results).toHaveLength(4);
  for (const content of results) {
    expect(content).toContain('open.txt');
    expect(content).not.toContain('.env');
  }
});

verifies('permission:prompt-tool', async ({ open }) => {
  for (const [behavior, written] of [
    ['allow', true],
    ['deny', false],
    ['perhaps', false],
  ] as const) {
    const asked: unknown[] = [];
    const judge = tool('ask', 'Answers questions', { tool_name: z.string(), input: z.any(), tool_use_id: z.string() }, async (question) => {
      asked.push(question.tool_name);
      return { content: [{ type: 'text', text: JSON.stringify({ behavior, message: 'no' }) }] };
    });
    const { agent, file } = await writer({ open }, undefined, {
      mcpServers: { judge: createSdkMcpServer({ name: 'judge', tools: [judge] }) },
      permissionPromptToolName: 'mcp__judge__ask',
    });
    await agent.ask('write');
    expect(asked).toEqual(['Write']);
    expect(existsSync(file), behavior).toBe(written);
  }
});

verifies('permission:hidden-callback', async (cell) => {
  const { agent } = await writer(cell, ([, input]) => ({ behavior: 'allow', updatedInput: input }), { allowedTools: ['Write'] });
  const messages = await agent.ask('write');
  expect(messages.filter((message) => message.subtype === 'informational').map((message) => message.content)).toEqual([
    'canUseTool is given, but it is never asked about Write: allow rules answer first.',
  ]);
});

verifies('tool:aliases', async ({ open }) => {
  const agent = await open({ toolAliases: { ViewFile: 'Read' } });
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha');
  agent.model.says(reply(toolUse('ViewFile', { file_path: join(agent.cwd, 'a.txt') })), reply(text('done')));
  expect(toolResultsOf(await agent.ask('read'))[0]!.content).toContain('alpha');
});

verifies('permission:sandbox-excluded', async ({ open }) => {
  const agent = await open({ sandbox: { enabled: true, excludedCommands: ['touch:*'] } });
  agent.model.says(reply(toolUse('Bash', { command: 'mkdir made' }), toolUse('Bash', { command: 'touch out' })), reply(text('done')));
  const messages = await agent.ask('go');
  // Where commands cannot be confined the session does not begin, and nothing runs at all.
  const confined = resultsOf(messages)[0]!.subtype === 'success';
  expect([existsSync(join(agent.cwd, 'made')), existsSync(join(agent.cwd, 'out'))]).toEqual([confined, false]);
  if (confined)
    expect(toolResultsOf(messages)[1]).toMatchObject({ is_error: true, content: expect.stringContaining('nobody can be asked') });
});
