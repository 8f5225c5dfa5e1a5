import { reply, text, toolUse } from '@inboard/testing';
import { afterEach, expect } from 'vitest';
import { verifies } from '../harness.js';
import { HttpMcpServer, type HttpMcpOptions } from '../support/http-mcp-server.js';
import { outcomes } from '../support/mcp-outcome.js';
import { runWithServers } from '../support/mcp-session.js';

const servers: HttpMcpServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function start(options?: HttpMcpOptions): Promise<HttpMcpServer> {
  const server = await HttpMcpServer.start(options);
  servers.push(server);
  return server;
}

const say = (words: string) => reply(toolUse('mcp__web__say', { words }));

verifies('mcp:http', async ({ open }) => {
  const agent = await open();
  const server = await start();
  agent.model.says(say('one'), say('two'), reply(text('done')));
  const { messages } = await runWithServers(
    agent,
    { mcpServers: { web: { type: 'http', url: server.url, headers: { 'X-Key': 'secret' } } } },
    { message: (message) => message.type === 'user' && server.forget() },
  );
  expect(outcomes(messages)).toEqual([
    { text: 'heard one', isError: false },
    { text: 'heard two', isError: false },
  ]);
  expect(server.requests.filter(({ rpc }) => rpc === 'initialize')).toHaveLength(2);
  expect(server.requests.every(({ headers }) => headers['x-key'] === 'secret')).toBe(true);
});

verifies('mcp:http:auth', async ({ open }) => {
  const agent = await open();
  const refuse = await start({
    intercept: (_request, response) => Boolean(response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()),
  });
  agent.model.says(reply(text('done')));
  const { messages, status } = await runWithServers(agent, { mcpServers: { web: { type: 'http', url: refuse.url, alwaysLoad: true } } });
  expect(status).toMatchObject([{ name: 'web', status: 'needs-auth', error: expect.stringMatching(/401.*Authorization/) }]);
  expect(messages.at(-1)).toMatchObject({ subtype: 'success' });
});

verifies('mcp:http:redirect', async ({ open }) => {
  const agent = await open();
  const other = await start();
  const server = await start({ intercept: (_request, response) => Boolean(response.writeHead(307, { location: other.url }).end()) });
  agent.model.says(reply(text('done')));
  const { status } = await runWithServers(agent, {
    mcpServers: { web: { type: 'http', url: server.url, headers: { Authorization: 'Bearer secret' }, alwaysLoad: true } },
  });
  expect(status).toMatchObject([{ status: 'failed', error: expect.stringContaining('redirects to') }]);
  expect(other.requests).toEqual([]);
});

verifies('mcp:http:reset', async ({ open }) => {
  const agent = await open();
  let broken = false;
  const server = await start({
    intercept: (request, _response, body) => {
      if (broken || !body.includes('tools/call')) return false;
      broken = true;
      request.socket.destroy();
      return true;
    },
  });
  agent.model.says(say('lost'), say('found'), reply(text('done')));
  const { messages } = await runWithServers(agent, { mcpServers: { web: { type: 'http', url: server.url } } });
  expect(outcomes(messages)).toEqual([
    { text: expect.stringContaining('mcp__web__say failed'), isError: true },
    { text: 'heard found', isError: false },
  ]);
});

verifies('mcp:sse', async ({ open }) => {
  const agent = await open();
  const server = await start({ sse: true });
  agent.model.says(say('old'), reply(text('done')));
  const { messages } = await runWithServers(agent, {
    mcpServers: { web: { type: 'sse', url: server.url, headers: { 'X-Key': 'secret' } } },
  });
  expect(outcomes(messages)).toEqual([{ text: 'heard old', isError: false }]);
  expect(server.requests.every(({ headers }) => headers['x-key'] === 'secret')).toBe(true);
});
