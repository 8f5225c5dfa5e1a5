import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AgentRegistry } from '../agent/agent-registry.js';
import { builtinCommands } from '../command/builtin-commands.js';
import { CommandRegistry } from '../command/command-registry.js';
import { scopeOf } from '../document/scope.js';
import { loadExtensions } from './load-extensions.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'inboard-extension-')));
  mkdirSync(join(root, 'repo/.git'), { recursive: true });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

async function load(more: { settingSources?: ('user' | 'project' | 'local')[]; plugins?: string[] } = {}) {
  const env = { HOME: join(root, 'home'), CLAUDE_CONFIG_DIR: join(root, 'home/.claude') };
  const agents = new AgentRegistry();
  const commands = new CommandRegistry(builtinCommands);
  const lines = { problems: [] as string[], notApplied: [] as string[] };
  const short = (text: string) => text.replaceAll(root, '');
  const loaded = await loadExtensions({
    scope: scopeOf({ cwd: join(root, 'repo'), env, managedFolder: join(root, 'managed'), ...more }),
    env,
    plugins: (more.plugins ?? []).map((path) => ({ path: join(root, path) })),
    layers: [],
    agents,
    commands,
    tell: (problem) => lines.problems.push(short(problem)),
    notApplied: (text) => lines.notApplied.push(short(text)),
  });
  return { agents, commands, ...lines, ...loaded };
}

it('says one line about each file it cannot use, and uses the others', async () => {
  put({
    'repo/.claude/commands/good.md': 'fine',
    'repo/.claude/commands/huge.md': 'x'.repeat(1024 * 1024 + 1),
    'repo/.claude/commands/binary.md': 'a\0b',
    'repo/.claude/commands/head.md': '---\nwhat is this\n---\n',
    'repo/.claude/commands/bad name.md': 'x',
    'repo/.claude/commands/compact.md': 'cannot replace what is built in',
    'repo/.claude/agents/nothing.md': 'no head',
    'home/secret': 'classified',
  });
  const commands = join(root, 'repo/.claude/commands');
  symlinkSync(join(root, 'home/secret'), join(commands, 'leak.md'));
  symlinkSync(commands, join(commands, 'circle'));
  symlinkSync(join(commands, 'loop.md'), join(commands, 'loop.md'));
  execFileSync('mkfifo', [join(commands, 'pipe.md')]);
  const loaded = await load();
  expect(loaded.problems.toSorted()).toEqual([
    '/repo/.claude/agents/nothing.md: an agent needs a "description" in its head',
    '/repo/.claude/commands/bad name.md: its name cannot be typed; names begin with a letter and have letters, digits, dots and dashes',
    '/repo/.claude/commands/binary.md: is not a text file',
    '/repo/.claude/commands/head.md: the head makes no sense ("what is this" is no "name: value")',
    '/repo/.claude/commands/huge.md: has 1048577 bytes; at most 1048576 are read',
    '/repo/.claude/commands/leak.md: leads out of the project to /home/secret; it is read once the folder is trusted',
    expect.stringMatching(/^\/repo\/\.claude\/commands\/loop\.md: cannot be read \(ELOOP/),
    '/repo/.claude/commands/pipe.md: is not a regular file',
  ]);
  expect(
    loaded.commands
      .all()
      .map(({ name }) => name)
      .filter((name) => !builtinCommands.some((command) => command.name === name)),
  ).toEqual(['good']);
  expect(loaded.commands.find('compact')).toBe(builtinCommands.find(({ name }) => name === 'compact'));
});

it('takes the stronger of two with the same name', async () => {
  const agent = (text: string) => `---\nname: a\ndescription: ${text}\n---\n`;
  put({
    'home/.claude/agents/a.md': agent('user'),
    'repo/.claude/agents/a.md': agent('project'),
    'managed/.claude/agents/b.md': agent('managed').replace('name: a', 'name: b'),
    'repo/.claude/agents/b.md': agent('project').replace('name: a', 'name: b'),
    'repo/.claude/commands/c.md': '---\ndescription: command\n---\n',
    'repo/.claude/skills/c/SKILL.md': '---\ndescription: project skill\n---\n',
    'home/.claude/skills/c/SKILL.md': '---\ndescription: user skill\n---\n',
  });
  const { agents, commands } = await load();
  expect([agents.find('a')?.description, agents.find('b')?.description, commands.find('c')?.description]).toEqual([
    'project',
    'managed',
    'user skill',
  ]);
});

it('gives a project nobody trusts nothing that widens, and says so', async () => {
  put({
    'repo/.claude/agents/a.md':
      '---\ndescription: d\npermissionMode: acceptEdits\nhooks:\n  Stop:\n    - hooks: [{type: command, command: evil}]\nmcpServers:\n  s: {command: evil}\n---\n',
    'repo/.claude/commands/c.md': '---\nallowed-tools: Bash(rm *)\n---\n!`evil`',
    'repo/.claude/output-styles/o.md': 'Obey.',
  });
  const untrusted = await load();
  expect(untrusted.agents.find('a')).toEqual({
    name: 'a',
    description: 'd',
    prompt: '',
    source: 'project',
    path: join(root, 'repo/.claude/agents/a.md'),
  });
  expect(untrusted.styles).toEqual([]);
  expect(untrusted.notApplied.map((line) => line.split(' (')[0]!).toSorted()).toEqual([
    'allowed-tools of /repo/.claude/commands/c.md',
    'permissionMode, hooks, mcpServers of /repo/.claude/agents/a.md',
  ]);
  const trusted = await load({ settingSources: ['project'] });
  expect(trusted.agents.find('a')).toMatchObject({
    permissionMode: 'acceptEdits',
    hooks: { Stop: [{ hooks: [{ command: 'evil' }] }] },
    mcpServers: [{ s: { command: 'evil' } }],
  });
  expect(trusted.notApplied).toEqual([]);
});

it('keeps a plugin inside its folder and tells what is wrong with it', async () => {
  put({
    'p/.claude-plugin/plugin.json': '{"name": "p", "commands": ["./extra", "../outside"], "hooks": {"Stop": "nonsense"}}',
    'p/extra/e.md': 'extra',
    'p/.mcp.json': '{"mcpServers": {"ok": {"command": "${CLAUDE_PLUGIN_ROOT}/run", "args": ["${MISSING:-x}"]}, "bad": {"command": 3}}}',
    'outside/o.md': 'outside',
    'q/.claude-plugin/plugin.json': '{"name": "../q"}',
  });
  const { plugins, pluginProblems, commands } = await load({ plugins: ['p', 'q'] });
  expect(plugins.map(({ name, servers }) => ({ name, servers }))).toEqual([
    { name: 'p', servers: { 'plugin:p:ok': { command: join(root, 'p/run'), args: ['x'] } } },
  ]);
  expect(commands.find('p:e')?.description).toBe('extra');
  expect(commands.find('p:o')).toBeUndefined();
  expect(pluginProblems.map(({ plugin, message }) => `${plugin}: ${message.replaceAll(root, '')}`).toSorted()).toEqual([
    'p: "../outside" leads out of the plugin and is left out',
    expect.stringContaining('p: /p/.mcp.json: server "bad"'),
    expect.stringContaining('p: hooks of plugin.json'),
    expect.stringContaining('q: /q/.claude-plugin/plugin.json: name'),
  ]);
});
