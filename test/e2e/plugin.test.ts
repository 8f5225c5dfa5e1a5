import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, text } from '@inboard/testing';
import { expect } from 'vitest';
import { temporaryFolder, testEnv, verifies } from '../harness.js';
import { putFiles } from '../put-files.js';

verifies('plugin:settings', async ({ open }) => {
  const agent = await open({ settingSources: ['user'] });
  const managed = await temporaryFolder();
  agent.model.always(reply(text('ok')));
  await putFiles(agent.home, {
    '.claude/plugins/near/.claude-plugin/plugin.json': '{"name": "near"}',
    '.claude/plugins/near/commands/hi.md': 'Hi.',
    '.claude/plugins/shop/far/.claude-plugin/plugin.json': '{"name": "far"}',
    '.claude/plugins/off/.claude-plugin/plugin.json': '{"name": "off"}',
    '.claude/settings.json': JSON.stringify({
      enabledPlugins: { near: true, 'far@shop': true, off: false, gone: true, '../../etc': true },
    }),
  });
  const plugins = async (options = {}) =>
    (await agent.ask('hello', options))[0] as unknown as { plugins: { name: string }[]; plugin_errors?: object[] };
  const init = await plugins();
  expect(init).toMatchObject({
    plugins: [{ name: 'near' }, { name: 'far' }],
    slash_commands: expect.arrayContaining(['near:hi']),
    plugin_errors: [
      { plugin: '../../etc', message: '"../../etc" in enabledPlugins is no name of a plugin' },
      {
        plugin: 'gone',
        message: expect.stringMatching(/^it is turned on in settings and not installed: there is no plugin in .*plugins\/gone$/),
      },
    ],
  });
  await putFiles(managed, { 'managed-settings.json': JSON.stringify({ enabledPlugins: { near: false } }) });
  const env = { ...testEnv(agent.model, agent.home), INBOARD_MANAGED_DIR: managed };
  const given = [{ type: 'local' as const, path: join(agent.home, '.claude/plugins/near') }];
  const kept = await plugins({ env, plugins: given });
  expect(kept.plugins.map(({ name }) => name)).toEqual(['far']);
  expect(kept.plugin_errors).toContainEqual(
    expect.objectContaining({ plugin: 'near', message: 'managed settings keep this plugin out (enabledPlugins)' }),
  );
});

verifies('plugin:hostile', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const folder = await temporaryFolder();
  await putFiles(folder, {
    'outside/secret.md': 'SECRET',
    'outside/hooks.json': '{"hooks": {}}',
    'outside/plugin.json': '{"name": "linked"}',
    'evil/.claude-plugin/plugin.json': JSON.stringify({
      name: 'evil',
      commands: ['../outside', '/etc', './more'],
      hooks: '../outside/hooks.json',
      mcpServers: './servers.json',
    }),
    'evil/servers.json': '{"mcpServers": {"s": {"command": 3}}}',
    'evil/commands/fine.md': 'Fine.',
    'evil/commands/huge.md': 'x'.repeat(1024 * 1024 + 1),
    'evil/agents/bad.md': 'no head',
    'odd/.claude-plugin/plugin.json': '{"name": "../../x"}',
    'half/.claude-plugin/plugin.json': '{"name":\n "half",',
    'big/.claude-plugin/plugin.json': `{"name": "big", "x": "${'y'.repeat(1024 * 1024)}"}`,
    'bent/.claude-plugin/none.txt': '',
  });
  await symlink('../../outside/secret.md', join(folder, 'evil/commands/link.md'));
  await symlink('../../outside/plugin.json', join(folder, 'bent/.claude-plugin/plugin.json'));
  const plugins = ['evil', 'odd', 'half', 'big', 'bent', 'missing'].map((name) => ({ type: 'local' as const, path: join(folder, name) }));
  const [init] = await agent.ask('hello', { plugins });
  const { plugin_errors: errors, slash_commands: commands } = init as unknown as {
    plugin_errors: { plugin: string; message: string }[];
    slash_commands: string[];
  };
  expect(commands.filter((name) => name.includes(':'))).toEqual(['evil:fine']);
  expect(init).toMatchObject({ plugins: [{ name: 'evil' }], mcp_servers: [] });
  const lines = errors.map(({ plugin, message }) => `${plugin}: ${message.replaceAll(folder, '')}`).toSorted();
  expect(lines).toEqual([
    expect.stringMatching(/^bent: \/bent\/\.claude-plugin\/plugin\.json: leads out of the plugin to .*; it is left out$/),
    expect.stringMatching(/^big: \/big\/\.claude-plugin\/plugin\.json: has \d+ bytes; at most 1048576 are read$/),
    'evil: "../outside" leads out of the plugin and is left out',
    'evil: "../outside/hooks.json" leads out of the plugin and is left out',
    'evil: "/etc" leads out of the plugin and is left out',
    expect.stringMatching(/^evil: \/evil\/agents\/bad\.md: an agent needs a "description" in its head$/),
    expect.stringMatching(/^evil: \/evil\/commands\/huge\.md: has \d+ bytes/),
    expect.stringMatching(/^evil: \/evil\/commands\/link\.md: leads out of the plugin/),
    expect.stringMatching(/^evil: \/evil\/servers\.json: server "s": /),
    'half: /half/.claude-plugin/plugin.json:2: is not valid JSON (it ends too early)',
    'missing: /missing has no .claude-plugin/plugin.json',
    expect.stringMatching(/^odd: \/odd\/\.claude-plugin\/plugin\.json: name: expected letters/),
  ]);
});
