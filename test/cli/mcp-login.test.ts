import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { testEnv } from '../harness.js';
import { AuthServer, protectedBy, type AuthServerOptions } from '../support/auth-server.js';
import { HttpMcpServer } from '../support/http-mcp-server.js';
import { logIn } from '../support/run-command.js';
import { place } from './run-cli.js';

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

const endless: AuthServerOptions['intercept'] = ({ url = '' }, response) =>
  url.startsWith('/.well-known') && Boolean(response.writeHead(302, { location: url }).end());

/** What an authorization server must not say, and what is said of it. */
const hostile: Record<string, [AuthServerOptions, RegExp]> = {
  issuer: [{ metadata: (all) => ({ ...all, issuer: 'https://elsewhere.example' }) }, /issuer/i],
  plain: [{ metadata: (all) => ({ ...all, authorization_endpoint: 'http://elsewhere.example/authorize' }) }, /not an https address/],
  file: [{ metadata: (all) => ({ ...all, authorization_endpoint: 'file:///etc/passwd' }) }, /failed: /],
  script: [{ metadata: (all) => ({ ...all, authorization_endpoint: 'javascript:alert(1)' }) }, /failed: /],
  token: [{ metadata: (all) => ({ ...all, token_endpoint: 'http://elsewhere.example/token' }) }, /token endpoint|https/i],
  large: [{ metadata: (all) => ({ ...all, padding: 'x'.repeat(2 << 20) }) }, /more than 1048576 bytes/],
  endless: [{ intercept: endless }, /redirects more than/],
};

it('a server cannot lead a login to another place', async () => {
  const here = await place();
  const urls: Record<string, { type: string; url: string }> = {};
  for (const [name, [options]] of Object.entries(hostile)) {
    const auth = await AuthServer.start(options);
    const server = await HttpMcpServer.start({ intercept: protectedBy(() => auth) });
    running.push(auth, server);
    urls[name] = { type: 'http', url: server.url };
  }
  const config = join(here.home, '.claude');
  mkdirSync(config);
  writeFileSync(join(config, 'mcp-servers.json'), JSON.stringify({ mcpServers: urls }));
  const where = { cwd: here.cwd, options: { env: testEnv(here.model, here.home) } };
  const ends = await Promise.all(Object.keys(hostile).map((name) => logIn(where, name)));
  for (const [index, [name, [, refusal]]] of Object.entries(hostile).entries())
    expect({ name, ...ends[index]! }).toMatchObject({ code: 1, stderr: expect.stringMatching(refusal) });
  expect(existsSync(join(config, 'mcp-logins'))).toBe(false);
}, 60_000);

it('a server that lets everybody in needs no login', async () => {
  const here = await place();
  const server = await HttpMcpServer.start();
  running.push(server);
  await here.run(['mcp', 'add', 'open', server.url]);
  expect(await here.run(['mcp', 'login', 'open'])).toMatchObject({
    code: 0,
    stdout: '"open" does not ask who comes; there is nothing to do.\n',
  });
});
