import { readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prompt, reply, text, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import {
  auth as authorize,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { SDKUserMessage } from 'inboard';
import { afterEach, expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { AuthServer, protectedBy } from '../support/auth-server.js';
import { HttpMcpServer } from '../support/http-mcp-server.js';
import { allowAll, outcomes } from '../support/mcp-outcome.js';
import { runWithServers } from '../support/mcp-session.js';
import { logIn, runCommand } from '../support/run-command.js';

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

/** An MCP server that asks who comes, and who knows. */
async function guarded(): Promise<{ auth: AuthServer; server: HttpMcpServer }> {
  const auth = await AuthServer.start();
  const server = await HttpMcpServer.start({ intercept: protectedBy(() => auth) });
  running.push(auth, server);
  return { auth, server };
}

/** Each of these runs several commands. */
const timeoutMs = 60_000;

const say = (words: string) => reply(toolUse('mcp__web__say', { words }));
const heard = (words: string) => ({ text: `heard ${words}`, isError: false });

/** The logins that are kept. */
function logins(agent: Agent): { path: string; text: string; mode: number }[] {
  const folder = join(agent.home, '.claude', 'mcp-logins');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8'), mode: statSync(path).mode & 0o777 }));
}

verifies(
  'mcp:auth:login',
  async ({ open }) => {
    const agent = await open();
    const { auth, server } = await guarded();
    await runCommand(agent, ['mcp', 'add', 'web', server.url]);
    expect((await runCommand(agent, ['mcp', 'list'])).stdout).toMatch(/web: .*: needs-auth\n {2}.*inboard mcp login "web"/);
    const end = await logIn(agent, 'web');
    expect(end).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('You are logged in at "web".') });
    const [kept] = logins(agent);
    expect(kept).toMatchObject({ mode: 0o600, text: expect.stringContaining('refresh-') });
    expect((await runCommand(agent, ['mcp', 'list'])).stdout).toMatch(/web: .*: connected, 1 tool\n/);

    agent.model.says(say('one'), say('two'), say('three'), reply(text('done')));
    let calls = 0;
    const { messages, status } = await runWithServers(
      agent,
      { settingSources: ['local'] },
      {
        message: ({ type }) => {
          if (type !== 'user') return;
          auth.expire();
          if ((calls += 1) === 2) auth.revoke();
        },
      },
    );
    expect(outcomes(messages)).toEqual([
      heard('one'),
      heard('two'),
      { text: expect.stringMatching(/mcp__web__say failed: .*401.*inboard mcp login "web"/), isError: true },
    ]);
    expect(auth.renewals).toBe(2);
    expect(status).toMatchObject([{ name: 'web', scope: 'local', status: 'needs-auth' }]);
    expect(JSON.stringify(messages)).not.toMatch(/access-|refresh-/);
    expect((await runCommand(agent, ['mcp', 'logout', 'web'])).stdout).toContain('You were not logged in');
  },
  { timeoutMs },
);

verifies(
  'mcp:auth:again',
  async ({ open }) => {
    const agent = await open();
    const { server } = await guarded();
    await runCommand(agent, ['mcp', 'add', 'web', server.url, '--scope', 'user']);
    agent.model.says(reply(text('not yet')), say('now'), reply(text('done')));
    async function* prompts(): AsyncGenerator<SDKUserMessage> {
      yield prompt('go') as SDKUserMessage;
      await firstResult;
      expect((await logIn(agent, 'web')).code).toBe(0);
      yield prompt('go on') as SDKUserMessage;
    }
    let tell = () => undefined as void;
    const firstResult = new Promise<void>((resolve) => (tell = resolve));
    const messages: WireMessage[] = [];
    for await (const message of agent.query(prompts(), { ...allowAll, settingSources: ['user'] })) {
      messages.push(message);
      if (message.type === 'result') tell();
    }
    expect(messages.filter(({ subtype }) => subtype === 'init')).toMatchObject([
      { mcp_servers: [{ name: 'web' }] },
      { mcp_servers: [{ name: 'web' }] },
    ]);
    expect(outcomes(messages)).toEqual([heard('now')]);
  },
  { timeoutMs },
);

/** A provider as an application would write one: everything in memory, the browser is a fetch. */
class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:9/callback';
  readonly clientMetadata = { client_name: 'test', redirect_uris: [this.redirectUrl] };
  code: string | undefined;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = '';
  #discovery: OAuthDiscoveryState | undefined;

  clientInformation() {
    return this.#client;
  }
  saveClientInformation(client: StoredOAuthClientInformation) {
    this.#client = client;
  }
  tokens() {
    return this.#tokens;
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.#tokens = tokens;
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }
  codeVerifier() {
    return this.#verifier;
  }
  saveDiscoveryState(discovery: OAuthDiscoveryState) {
    this.#discovery = discovery;
  }
  discoveryState() {
    return this.#discovery;
  }
  async redirectToAuthorization(url: URL) {
    const response = await fetch(url, { redirect: 'manual' });
    this.code = new URL(response.headers.get('location')!).searchParams.get('code')!;
  }
}

verifies('mcp:auth:provider', async ({ open }) => {
  const agent = await open();
  const { auth, server } = await guarded();
  const authProvider = new MemoryProvider();
  agent.model.says(reply(text('not yet')));
  const first = await runWithServers(
    agent,
    { mcpServers: { web: { type: 'http', url: server.url, authProvider, alwaysLoad: true } } },
    {
      end: async (query) => {
        expect(await query.mcpServerStatus()).toMatchObject([
          { status: 'needs-auth', error: expect.stringContaining('reconnectMcpServer') },
        ]);
        await authorize(authProvider, { serverUrl: server.url, authorizationCode: authProvider.code! });
        await query.reconnectMcpServer('web');
      },
    },
  );
  expect(first.status).toMatchObject([{ status: 'connected' }]);
  auth.expire();
  agent.model.says(say('again'), reply(text('done')));
  const { messages } = await runWithServers(agent, { mcpServers: { web: { type: 'http', url: server.url, authProvider } } });
  expect(outcomes(messages)).toEqual([heard('again')]);
  expect(auth.renewals).toBe(1);
});

verifies('mcp:auth:token', async ({ open }) => {
  const agent = await open();
  const { auth, server } = await guarded();
  let token = auth.issue().access_token;
  const challenges: unknown[] = [];
  const authProvider = {
    token: async () => token,
    onUnauthorized: async (challenge: object) => {
      challenges.push(challenge);
      token = auth.issue().access_token;
    },
  };
  agent.model.says(say('one'), say('two'), reply(text('done')));
  const { messages } = await runWithServers(
    agent,
    { mcpServers: { web: { type: 'http', url: server.url, authProvider } } },
    { message: ({ type }) => type === 'user' && auth.expire() },
  );
  expect(outcomes(messages)).toEqual([heard('one'), heard('two')]);
  const older = await HttpMcpServer.start({ sse: true, intercept: protectedBy(() => auth) });
  running.push(older);
  auth.expire();
  agent.model.says(say('old'), reply(text('done')));
  const old = await runWithServers(agent, { mcpServers: { web: { type: 'sse', url: older.url, authProvider } } });
  expect(outcomes(old.messages)).toEqual([heard('old')]);
  const wwwAuthenticate = expect.stringContaining('resource_metadata=');
  expect(challenges).toEqual([
    { serverUrl: new URL(server.url), wwwAuthenticate },
    { serverUrl: new URL(older.url), wwwAuthenticate },
  ]);
  expect(() => agent.query('go', { mcpServers: { web: { type: 'http', url: server.url, authProvider: {} as never } } })).toThrow(
    'authProvider of "web" must have token()',
  );
});

verifies(
  'mcp:auth:thief',
  async ({ open }) => {
    const agent = await open();
    const good = await AuthServer.start();
    const thief = await AuthServer.start();
    let current = good;
    const server = await HttpMcpServer.start({ intercept: protectedBy(() => current) });
    running.push(good, thief, server);
    await runCommand(agent, ['mcp', 'add', 'web', server.url]);
    expect((await logIn(agent, 'web')).code).toBe(0);
    current = thief;
    agent.model.says(reply(text('done')));
    const { status } = await runWithServers(agent, {
      settingSources: ['local'],
      env: { ...agent.options.env, MCP_CONNECT_TIMEOUT_MS: '20000' },
    });
    expect(status.find(({ name }) => name === 'web')).toMatchObject({ status: 'needs-auth' });
    expect(thief.requests).toEqual([]);
    expect(good.renewals).toBe(1);
  },
  { timeoutMs },
);

verifies('mcp:auth:helper', async ({ open }) => {
  const agent = await open();
  const { auth, server } = await guarded();
  const { access_token } = auth.issue();
  const helper = join(agent.cwd, 'helper.mjs');
  await writeFile(
    helper,
    `console.log(process.env.CLAUDE_CODE_MCP_SERVER_NAME === 'web' ? '{"Authorization": "Bearer ${access_token}"}' : 'secret ${access_token}');`,
  );
  const config = { type: 'http' as const, url: server.url, headersHelper: `"${process.execPath}" "${helper}"`, alwaysLoad: true };
  agent.model.says(say('help'), reply(text('done')));
  const { messages, status } = await runWithServers(agent, { mcpServers: { web: config, other: config } });
  expect(outcomes(messages)).toEqual([heard('help')]);
  expect(status).toMatchObject([
    { status: 'connected' },
    { status: 'failed', error: expect.stringContaining('it must print a JSON object of texts') },
  ]);
  expect(JSON.stringify([messages, status])).not.toContain(access_token);
});

verifies(
  'mcp:scope',
  async ({ open }) => {
    const agent = await open();
    const servers = await Promise.all([HttpMcpServer.start(), HttpMcpServer.start(), HttpMcpServer.start()]);
    running.push(...servers);
    const [user, local, project] = servers.map(({ url }) => url) as [string, string, string];
    await runCommand(agent, ['mcp', 'add', 'web', user, '--scope', 'user']);
    await runCommand(agent, ['mcp', 'add', 'other', user, '--scope', 'user']);
    await runCommand(agent, ['mcp', 'add', '--scope', 'project', 'web', project]);
    await runCommand(agent, ['mcp', 'add', 'web', local]);
    const addresses = async (settingSources: ('user' | 'project' | 'local')[]) => {
      agent.model.says(reply(text('done')));
      const { status } = await runWithServers(agent, { settingSources });
      return Object.fromEntries(status.map(({ name, scope, config }) => [`${scope} ${name}`, (config as { url: string }).url]));
    };
    expect(await addresses(['user', 'project', 'local'])).toEqual({ 'local web': local, 'user other': user });
    expect(await addresses(['user', 'project'])).toEqual({ 'project web': project, 'user other': user });
    expect(await addresses([])).toEqual({});
  },
  { timeoutMs },
);
