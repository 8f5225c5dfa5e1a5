import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, resultsOf, status, text, toolResultsOf, toolUse, type RecordedRequest } from '@inboard/testing';
import { expect } from 'vitest';
import { temporaryFolder, testEnv, verifies, type Agent } from '../harness.js';
import { putFiles } from '../put-files.js';

const useSettings = (agent: Agent, settings: object) => putFiles(agent.home, { '.claude/settings.json': JSON.stringify(settings) });
const systemOf = (request: RecordedRequest) => JSON.stringify(request.body.system);
const last = (agent: Agent) => agent.model.requests.at(-1)!;

verifies('settings:keys', async ({ open }) => {
  const agent = await open({ settingSources: ['user'], systemPrompt: { type: 'preset', preset: 'claude_code' } });
  await putFiles(agent.cwd, {
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.gitignore': 'ignored.txt\n',
    'ignored.txt': 'needle',
    'seen.txt': 'needle',
  });
  agent.model.always(reply(text('ok')));
  const ask = async (settings: object) => {
    await useSettings(agent, settings);
    return agent.ask('hello');
  };
  const plain = await ask({});
  expect(resultsOf(plain)).toMatchObject([{ result: 'ok' }]);
  expect(systemOf(last(agent))).toContain('Git repository: yes, on main');

  await ask({ language: 'German', attribution: { commit: 'Signed\nby us', pr: '' }, alwaysThinkingEnabled: false });
  expect(systemOf(last(agent))).toContain('Language: write to the user in German');
  expect(systemOf(last(agent))).toContain(String.raw`Commit messages end with: Signed\\nby us`);
  expect(systemOf(last(agent))).not.toContain('Pull requests');
  expect(last(agent).body.thinking).toEqual({ type: 'disabled' });

  await ask({
    includeGitInstructions: false,
    attribution: true,
    model: 'claude-haiku-4-5',
    alwaysThinkingEnabled: true,
    effortLevel: 'high',
  });
  expect(systemOf(last(agent))).not.toMatch(/Git repository|Commit messages/);
  expect(last(agent).body).toMatchObject({ thinking: { type: 'enabled', budget_tokens: 10_000 }, output_config: { effort: 'high' } });

  const grep = async (settings: object) => {
    await useSettings(agent, settings);
    agent.model.says(reply(toolUse('Grep', { pattern: 'needle' }, 'g'), toolUse('Glob', { pattern: '*.txt' }, 'h')));
    return toolResultsOf(await agent.ask('look')).map(({ content }) => String(content).includes('ignored.txt'));
  };
  expect(await grep({})).toEqual([false, true]);
  expect(await grep({ respectGitignore: true })).toEqual([false, false]);
  expect(await grep({ respectGitignore: false })).toEqual([true, true]);

  await useSettings(agent, { bashOutputMaxChars: 4000, permissions: { allow: ['Bash'] }, env: { FROM_SETTINGS: 'yes' } });
  agent.model.says(reply(toolUse('Bash', { command: 'echo $FROM_SETTINGS; seq 1 5000' }, 'b')));
  const [shown] = toolResultsOf(await agent.ask('run'));
  expect(String(shown!.content)).toMatch(/^yes\n/);
  expect(String(shown!.content).length).toBeLessThan(5000);

  await useSettings(agent, { plansDirectory: 'plans' });
  agent.model.says(reply(toolUse('ExitPlanMode', { plan: '# Do it' }, 'p')));
  await agent.ask('plan', { permissionMode: 'plan', canUseTool: async (_tool, input) => ({ behavior: 'allow', updatedInput: input }) });
  const plans = readdirSync(join(agent.cwd, 'plans'));
  expect(plans.map((name) => readFileSync(join(agent.cwd, 'plans', name), 'utf8'))).toEqual(['# Do it\n']);

  await useSettings(agent, { fileCheckpointingEnabled: true, permissions: { allow: ['Write'] } });
  const seen = { file_path: join(agent.cwd, 'seen.txt') };
  agent.model.says(reply(toolUse('Read', seen, 'r')), reply(toolUse('Write', { ...seen, content: 'x' }, 'w')));
  const [init] = await agent.ask('write');
  expect(existsSync(join(agent.home, '.claude/sessions', String(init!.session_id), 'file-snapshots'))).toBe(true);

  await putFiles(agent.home, { '.claude/commands/run.md': 'Now !`echo hi`' });
  await useSettings(agent, { disableSkillShellExecution: true, permissions: { allow: ['Bash'] } });
  expect(resultsOf(await agent.ask('/run'))).toMatchObject([{ result: expect.stringContaining('disableSkillShellExecution of') }]);
});

verifies('settings:models', async ({ open }) => {
  const agent = await open({ settingSources: ['user'] });
  agent.model.always(reply(text('ok')));
  await useSettings(agent, {
    availableModels: ['haiku'],
    deniedModels: ['opus'],
    modelOverrides: { haiku: 'house-model' },
    maxEffortLevel: 'low',
  });
  const said = async (prompt: string, options = {}) => {
    const [result] = resultsOf(await agent.ask(prompt, options));
    return result!.is_error ? String((result!.errors as string[])[0]) : String(result!.result);
  };
  expect(await said('hi', { model: 'haiku', effort: 'max' })).toBe('ok');
  expect(last(agent).body).toMatchObject({ model: 'house-model', output_config: { effort: 'low' } });
  expect(await said('hi', { model: 'sonnet' })).toMatch(
    /^The model "sonnet" may not be used\. The models are: haiku \(availableModels of /,
  );
  expect(await said('/model opus')).toMatch(/^The model "opus" may not be used \(deniedModels of /);
  expect(await said('hi')).toBe('ok'); // the default stays
  await useSettings(agent, { availableModels: ['haiku'], enforceAvailableModels: true });
  expect(await said('hi')).toMatch(/^The model "default" may not be used\./);
  const query = agent.query('hi', { model: 'haiku' });
  await expect(query.setModel('opus')).rejects.toThrow('may not be used');
  for await (const _ of query);
});

verifies('settings:key-renewal', async ({ open }) => {
  const agent = await open({ settingSources: ['user'] });
  await putFiles(agent.home, {
    'helper.sh': `#!/bin/sh\necho x >> ${agent.home}/calls\necho "key-$(wc -l < ${agent.home}/calls | tr -d ' ')"\n`,
  });
  await useSettings(agent, { apiKeyHelper: `/bin/sh ${join(agent.home, 'helper.sh')}` });
  const { ANTHROPIC_API_KEY: _, ...env } = testEnv(agent.model, agent.home);
  const keys = () => agent.model.requests.splice(0).map(({ headers }) => headers['x-api-key']);
  agent.model.says(status(401), reply(text('hi')));
  expect(resultsOf(await agent.ask('hello', { env }))).toMatchObject([{ result: 'hi' }]);
  expect(keys()).toEqual(['key-1', 'key-2']);
  agent.model.says(status(401), status(401));
  expect(resultsOf(await agent.ask('hello', { env }))).toMatchObject([{ is_error: true }]);
  expect(keys()).toEqual(['key-3', 'key-4']);
  agent.model.says(reply(toolUse('Glob', { pattern: '*' })), reply(text('hi')));
  await agent.ask('hello', { env: { ...env, CLAUDE_CODE_API_KEY_HELPER_TTL_MS: '0' } });
  expect(new Set(keys()).size).toBe(2);
});

verifies('settings:managed', async ({ open }) => {
  const agent = await open({ settingSources: [] });
  const managed = await temporaryFolder();
  agent.model.always(reply(text('ok')));
  await putFiles(managed, {
    'managed-settings.json': JSON.stringify({ claudeMd: 'Be kind, says the settings file.', language: 'French' }),
    'managed-settings.d/10-deny.json': JSON.stringify({ permissions: { deny: ['WebFetch'] }, language: 'Italian' }),
    'managed-settings.d/20-broken.json': '{',
    'CLAUDE.md': 'Be careful, says the folder.',
    '.claude/commands/policy.md': 'Read the policy.',
    '.claude/agents/auditor.md': '---\ndescription: audits\n---\nAudit.',
    '.claude/skills/safe/SKILL.md': '---\ndescription: works safely\n---\nSafely.',
    'managed-mcp.json': JSON.stringify({ mcpServers: { house: { command: 'false' } } }),
  });
  const env = { ...testEnv(agent.model, agent.home), INBOARD_MANAGED_DIR: managed };
  const messages = await agent.ask('hi', { env, mcpServers: { mine: { type: 'stdio', command: 'false' } } });
  expect(messages[0]).toMatchObject({
    slash_commands: expect.arrayContaining(['policy', 'safe']),
    agents: expect.arrayContaining(['auditor']),
    skills: ['safe'],
    mcp_servers: [{ name: 'house' }],
  });
  const notices = messages.filter(({ subtype }) => subtype === 'informational').map(({ content }) => content);
  expect(notices).toEqual(
    expect.arrayContaining([
      expect.stringContaining('20-broken.json:1: is not valid JSON'),
      'The MCP server "mine" is not used: settings forbid it.',
    ]),
  );
  const sent = JSON.stringify(last(agent).body);
  for (const words of ['Be kind, says the settings file.', 'Be careful, says the folder.', 'write to the user in Italian'])
    expect(sent).toContain(words);
  // The same words elsewhere count for nothing.
  await useSettings(agent, { claudeMd: 'Obey me.', allowManagedMcpServersOnly: true });
  const [init] = await agent.ask('hi', { settingSources: ['user'] });
  expect(init).toMatchObject({
    not_applied: [expect.stringContaining('claudeMd of'), expect.stringContaining('allowManagedMcpServersOnly of')],
  });
  expect(JSON.stringify(last(agent).body)).not.toContain('Obey me.');
});

verifies('settings:managed-only', async ({ open }) => {
  const agent = await open({ settingSources: ['user'] });
  const managed = await temporaryFolder();
  const hook = (name: string) => ({ SessionStart: [{ hooks: [{ type: 'command', command: `touch ${join(agent.home, name)}` }] }] });
  const policy = (settings: object) => putFiles(managed, { 'managed-settings.json': JSON.stringify(settings) });
  await useSettings(agent, { permissions: { allow: ['Bash(touch user)'], deny: ['Bash(touch denied)'] }, hooks: hook('user-hook') });
  agent.model.always((request) => {
    if ((request.body.messages as unknown[]).length > 1) return reply(text('done'));
    return reply(...['user', 'option', 'managed', 'denied'].map((name) => toolUse('Bash', { command: `touch ${name}` })));
  });
  const asked: unknown[] = [];
  const run = async (settings: object) => {
    await policy(settings);
    return toolResultsOf(
      await agent.ask('go', {
        env: { ...testEnv(agent.model, agent.home), INBOARD_MANAGED_DIR: managed },
        allowedTools: ['Bash(touch option)'],
        canUseTool: async (_tool, { command }) => {
          asked.push(command);
          return { behavior: 'deny', message: 'no' };
        },
      }),
    ).map((result) => result.is_error !== true);
  };
  const permissions = { allow: ['Bash(touch managed)', 'Bash(touch denied)'] };
  expect(await run({ permissions })).toEqual([true, true, true, false]);
  expect(existsSync(join(agent.home, 'user-hook'))).toBe(true);
  await rm(join(agent.home, 'user-hook'));
  asked.length = 0;
  expect(
    await run({ permissions, allowManagedPermissionRulesOnly: true, allowManagedHooksOnly: true, hooks: hook('managed-hook') }),
  ).toEqual([false, false, true, false]);
  expect(asked).toEqual(['touch user', 'touch option']);
  expect(['user-hook', 'managed-hook'].map((name) => existsSync(join(agent.home, name)))).toEqual([false, true]);
  asked.length = 0;
  expect(await run({ permissions: { ...permissions, denyInsteadOfPrompting: true }, allowManagedPermissionRulesOnly: true })).toEqual([
    false,
    false,
    true,
    false,
  ]);
  expect(asked).toEqual([]);
});
