import { readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultyServer } from '../support/faulty-server.js';
import { place, type Place } from './run-cli.js';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
const ownFile = ({ home }: Place) => join(home, '.claude', 'mcp-servers.json');

/** Runs `inboard mcp …` and wants it to go well. */
async function mcp(here: Place, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await here.run(['mcp', ...words]);
  expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
  return stdout;
}

/** Runs `inboard mcp …` and wants one line that says what is wrong. */
async function mistake(here: Place, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await here.run(['mcp', ...words]);
  expect({ words, code, stdout }).toEqual({ words, code: 1, stdout: '' });
  expect(stderr).toMatch(/^inboard: [^\n]+\n$/);
  return stderr;
}

describe('inboard mcp', () => {
  it('adds servers to each scope, shows and removes them', async () => {
    const here = await place();
    await mcp(here, 'add', 'one', '-e', 'KEY=a=b', '--', 'npx', '-y', 'some-server', '--flag');
    await mcp(here, 'add', '--scope', 'user', 'two', 'node', 'server.js', '--scope', 'its own');
    await mcp(here, 'add', 'three', 'https://example.com/mcp', '--header', 'X-Key: a:b', '--scope=user', '--client-id', 'me');
    await mcp(here, 'add', '-s', 'project', '-t', 'sse', 'four', 'http://localhost:1/sse');
    await mcp(here, 'add-json', 'five', '{"command":"five","args":["x"],"timeout":5000}');
    expect(read(ownFile(here))).toEqual({
      mcpServers: {
        two: { type: 'stdio', command: 'node', args: ['server.js', '--scope', 'its own'] },
        three: { type: 'http', url: 'https://example.com/mcp', headers: { 'X-Key': 'a:b' }, oauth: { clientId: 'me' } },
      },
      projects: {
        [here.cwd]: {
          mcpServers: {
            one: { type: 'stdio', command: 'npx', args: ['-y', 'some-server', '--flag'], env: { KEY: 'a=b' } },
            five: { command: 'five', args: ['x'], timeout: 5000 },
          },
        },
      },
    });
    expect(read(join(here.cwd, '.mcp.json'))).toEqual({ mcpServers: { four: { type: 'sse', url: 'http://localhost:1/sse' } } });
    expect(statSync(ownFile(here)).mode & 0o777).toBe(0o600);

    const shown = `${await mcp(here, 'get', 'one')}${await mcp(here, 'get', 'three')}`;
    expect(shown).toContain('command: npx -y some-server --flag');
    expect(shown).toContain('variables: KEY (set)');
    expect(shown).not.toMatch(/a=b|a:b/);
    await mcp(here, 'add', 'six', 'six', '--token', '${SIX_TOKEN}');
    const six = await here.run(['mcp', 'get', 'six'], { env: { SIX_TOKEN: 'very secret' } });
    expect(six.stdout).toContain('command: six --token "${SIX_TOKEN}"');

    await mcp(here, 'remove', 'one');
    await mcp(here, 'remove', 'four', '--scope', 'project');
    expect(read(join(here.cwd, '.mcp.json'))).toEqual({ mcpServers: {} });
    expect(await mistake(here, 'get', 'one')).toContain('There is no MCP server "one" here. There are: five, six, two, three.');
  });

  it('refuses what makes no sense, and changes nothing then', async () => {
    const here = await place();
    await mcp(here, 'add', 'one', 'node');
    const before = readFileSync(ownFile(here), 'utf8');
    const wrong: [string[], string][] = [
      [['add', 'one', 'node'], 'has a server "one" already'],
      [['add', 'a b', 'node'], 'cannot be the name'],
      [['add', '../x', 'node'], 'cannot be the name'],
      [['add', 'only'], 'Give a name and a command or a URL'],
      [['add', '--transport', 'ws', 'x', 'ws://x'], 'no transport "ws"'],
      [['add', '--scope', 'world', 'x', 'node'], 'no scope "world"'],
      [['add', '--nonsense', 'x', 'node'], 'Unknown flag --nonsense'],
      [['add', '--env', 'NOVALUE', 'x', 'node'], '--env wants name=value'],
      [['add', '--header', 'A: b', 'x', 'node'], '--header makes no sense here'],
      [['add', '--transport', 'http', 'x', 'not-a-url'], 'is not an http or https URL'],
      [['add-json', 'x', '{nonsense'], 'is not JSON'],
      [['add-json', 'x', '{"type":"http"}'], 'makes no sense'],
      [['add-json', 'x', '{"type":"sdk","name":"x"}'], 'makes no sense'],
      [['remove', 'nobody'], 'There is no MCP server "nobody" here'],
      [['login', 'one'], 'runs in a child process'],
      [['dance'], 'There is no "inboard mcp dance"'],
    ];
    for (const [words, text] of wrong) expect(await mistake(here, ...words)).toContain(text);
    expect(readFileSync(ownFile(here), 'utf8')).toBe(before);

    writeFileSync(join(here.cwd, '.mcp.json'), '{"mcpServers": {');
    expect(await mistake(here, 'add', '--scope', 'project', 'x', 'node')).toContain('it was left as it is');
    expect(readFileSync(join(here.cwd, '.mcp.json'), 'utf8')).toBe('{"mcpServers": {');
  });

  it('keeps what else stands in a file, and writes through no link', async () => {
    const here = await place();
    const path = join(here.cwd, '.mcp.json');
    writeFileSync(path, '{"other": [1], "mcpServers": {"a": {"command": "a"}}}');
    await mcp(here, 'add', '--scope', 'project', 'b', 'b');
    expect(read(path)).toEqual({ other: [1], mcpServers: { a: { command: 'a' }, b: { type: 'stdio', command: 'b' } } });
    const linked = await place();
    symlinkSync(path, join(linked.cwd, '.mcp.json'));
    expect(await mistake(linked, 'add', '--scope', 'project', 'c', 'c')).toContain('is a link');
  });

  it('lists how each server does, and never starts one that nobody approved', async () => {
    const here = await place();
    const log = join(here.home, 'log');
    const { command, args } = faultyServer('', log);
    await mcp(here, 'add', 'good', command, ...faultyServer().args);
    await mcp(here, 'add', 'gone', 'no-such-command-anywhere');
    await mcp(here, 'add', '--scope', 'project', 'waiting', command, ...args);
    await mcp(here, 'add', '--scope', 'user', 'good', 'hidden');
    const text = await mcp(here, 'list');
    expect(text).toMatch(/^good: .* \(stdio, local\): connected, \d+ tools$/m);
    expect(text).toMatch(/^gone: no-such-command-anywhere \(stdio, local\): failed\n {2}.*could not be started/m);
    expect(text).toMatch(/^waiting: .* \(stdio, project\): awaiting approval\n {2}.*inboard trust$/m);
    expect(text).toMatch(/^good: hidden \(stdio, user\): hidden\n/m);
    expect(() => statSync(log)).toThrow('ENOENT');
    await here.run(['trust']);
    const rows = JSON.parse(await mcp(here, 'list', '--json')) as { name: string; status: string }[];
    expect(rows.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'good connected',
      'gone failed',
      'waiting connected',
      'good hidden',
    ]);
  });

  it('says what there is', async () => {
    const here = await place();
    for (const words of [[], ['--help'], ['add', '--help'], ['login', '-h']])
      expect(await mcp(here, ...words)).toContain('inboard mcp add [flags]');
  });

  it('shows no control characters of a file', async () => {
    const here = await place();
    writeFileSync(join(here.cwd, '.mcp.json'), JSON.stringify({ mcpServers: { 'x\u001b[2J': { command: 'a\u001b]0;b\u0007' } } }));
    expect(await mcp(here, 'list')).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
