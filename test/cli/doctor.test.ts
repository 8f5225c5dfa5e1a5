import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { faultyServer } from '../support/faulty-server.js';
import { place, type Place } from './run-cli.js';

type Finding = { name: string; status: string; text: string; advice?: string };

async function doctor(here: Place, env: Record<string, string> = {}): Promise<{ code: number | null; ok: boolean; findings: Finding[] }> {
  const { code, stdout, stderr } = await here.run(['doctor', '--json'], { env });
  expect(stderr).toBe('');
  return { code, ...(JSON.parse(stdout) as { ok: boolean; findings: Finding[] }) };
}

const put = (path: string, value: unknown) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value));
};

describe('inboard doctor', () => {
  it('finds nothing wrong where nothing is', async () => {
    const here = await place();
    const { code, ok, findings } = await doctor(here, { ANTHROPIC_API_KEY: 'sk-very-secret' });
    expect({ code, ok }).toEqual({ code: 0, ok: true });
    const states = Object.fromEntries(findings.map(({ name, status }) => [name, status]));
    expect(states).toMatchObject({
      node: 'ok',
      ripgrep: 'ok',
      bash: 'ok',
      model: 'ok',
      settings: 'ok',
      trust: 'ok',
      mcp: 'ok',
      sessions: 'ok',
    });
    expect(findings.find(({ name }) => name === 'model')!.text).toContain('key from ANTHROPIC_API_KEY');
    expect(JSON.stringify(findings)).not.toContain('sk-very-secret');
  });

  it('names the file, the line and the reason of what is wrong in settings', async () => {
    const here = await place();
    put(join(here.home, '.claude', 'settings.json'), '{\n  "model": "opus",\n  "env": {\n}');
    put(join(here.cwd, '.claude', 'settings.json'), { colour: 'blue', permissions: { deny: ['Bash(', 'Read(./x)'], allow: ['Edit'] } });
    put(join(here.cwd, '.claude', 'settings.local.json'), { model: 7 });
    const { code, findings } = await doctor(here);
    expect(code).toBe(1);
    const texts = findings.filter(({ name }) => name === 'settings').map(({ status, text }) => `${status} ${text}`);
    expect(texts).toEqual([
      expect.stringMatching(/^fail .*\.claude\/settings\.json:4: is not valid JSON/),
      expect.stringMatching(/^warn .*\.claude\/settings\.json: unknown key "colour"$/),
      expect.stringMatching(/^fail .*\.claude\/settings\.json: deny rule "Bash\("/),
      expect.stringMatching(/^fail .*settings\.local\.json: model/),
    ]);
    expect(findings.filter(({ name }) => name === 'trust')).toMatchObject([
      { status: 'warn', advice: expect.stringContaining('inboard trust') },
    ]);
  });

  it('tells how MCP servers do, and starts none that nobody approved', async () => {
    const here = await place();
    const { command, args } = faultyServer();
    put(join(here.home, '.claude', 'mcp-servers.json'), {
      mcpServers: { good: { command, args }, hangs: { ...faultyServer('hang-initialize') }, odd: { nonsense: 1 } },
    });
    put(join(here.cwd, '.mcp.json'), { mcpServers: { waiting: { command: 'touch', args: ['started'] } } });
    const { code, findings } = await doctor(here, { MCP_TIMEOUT: '4000' });
    expect(code).toBe(1);
    expect(findings.filter(({ name }) => name === 'mcp').map(({ status, text }) => `${status} ${text}`)).toEqual([
      expect.stringMatching(/^fail .*mcp-servers\.json: server "odd"/),
      expect.stringMatching(/^warn waiting \(project\): awaiting approval$/),
      expect.stringMatching(/^ok good: connected, \d+ tools$/),
      expect.stringMatching(/^fail hangs: failed\. initialize timed out after 4000 ms/),
    ]);
  });

  it('is one line for a thing, with what to do, and says when it cannot write', async () => {
    const here = await place();
    put(join(here.home, 'a-file'), '');
    const { code, stdout } = await here.run(['doctor'], { env: { CLAUDE_CONFIG_DIR: join(here.home, 'a-file') } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {4}node {7}v\d+/m);
    expect(stdout).toMatch(/^fail {2}sessions {3}cannot be written: .*\n +-> Make .* writable/m);
    expect(await here.run(['doctor', 'who'])).toMatchObject({ code: 1, stderr: expect.stringContaining('takes --json and nothing else') });
  });
});
