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

/** Leaves a request without an answer. */
const silence = (part: string) => ({ intercept: (_request: unknown, _response: unknown, body: string) => body.includes(part) });

verifies('mcp:http:hang', async ({ open }) => {
  const agent = await open();
  const [initialize, lists, calls, stream] = await Promise.all([
    start(silence('"initialize"')),
    start(silence('tools/list')),
    start(silence('tools/call')),
    start({ intercept: () => true }),
  ]);
  agent.model.says(reply(toolUse('mcp__calls__say', {})), reply(text('done')));
  const { messages, status } = await runWithServers(agent, {
    env: { ...agent.options.env, MCP_TIMEOUT: '3000' },
    mcpServers: {
      initialize: { type: 'http', url: initialize.url, alwaysLoad: true },
      lists: { type: 'http', url: lists.url, alwaysLoad: true },
      calls: { type: 'http', url: calls.url, timeout: 300 },
      stream: { type: 'sse', url: stream.url, alwaysLoad: true },
      nobody: { type: 'http', url: 'http://127.0.0.1:9/mcp', alwaysLoad: true },
    },
  });
  expect(outcomes(messages)).toEqual([{ text: 'mcp__calls__say failed: tools/call timed out after 300 ms', isError: true }]);
  expect(Object.fromEntries(status.map(({ name, status: state, error }) => [name, `${state} ${error ?? ''}`]))).toEqual({
    initialize: 'failed initialize timed out after 3000 ms (MCP_TIMEOUT).',
    lists: 'failed tools/list timed out after 3000 ms (MCP_TIMEOUT).',
    calls: 'connected ',
    stream: 'failed initialize timed out after 3000 ms (MCP_TIMEOUT).',
    nobody: expect.stringMatching(/^failed initialize failed: the server cannot be reached/),
  });
});

verifies('mcp:http:stream', async ({ open }) => {
  const agent = await open();
  let call = 0;
  const server = await start({
    intercept: (_request, response, body) => {
      if (!body.includes('tools/call')) return false;
      call += 1;
      if (call > 3) return Boolean(response.writeHead(404).end());
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (call === 1) return response.write(': nothing yet\n\n'.repeat(100)); // and no end
      response.end(
        call === 2 ? 'data: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\n\n' : 'data: {"half',
      );
      return true;
    },
  });
  agent.model.says(say('endless'), say('broken'), say('half'), say('lost'), reply(text('done')));
  const { messages, status } = await runWithServers(agent, { mcpServers: { web: { type: 'http', url: server.url, timeout: 1500 } } });
  const failed = (why: string) => ({ text: expect.stringContaining(`mcp__web__say failed: ${why}`), isError: true });
  expect(outcomes(messages)).toEqual([
    failed('tools/call timed out after 1500 ms'),
    failed('the stream ended without an answer'),
    failed('the stream ended without an answer'),
    failed(''),
  ]);
  expect(status).toMatchObject([{ status: 'connected' }]);
  expect(server.requests.filter(({ rpc }) => rpc === 'initialize')).toHaveLength(2);
  expect(server.requests.filter(({ rpc }) => rpc === 'tools/call')).toHaveLength(5);
  expect(server.requests.filter(({ method }) => method === 'GET').length).toBeLessThan(6);
});

verifies(
  'mcp:http:resume',
  async ({ open }) => {
    const agent = await open();
    let down = false;
    const answer = (words: string) => `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"${words}"}]}}`;
    let id = '';
    const server = await start({
      intercept: (request, response, body) => {
        const isCall = body.includes('tools/call');
        if (!isCall && request.headers['last-event-id'] === undefined) return false;
        if (isCall) id = /"id":(\d+)/.exec(body)![1]!;
        if (!isCall && down) return Boolean(response.writeHead(500).end());
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.end(isCall ? 'id: 1\nretry: 10\ndata: \n\n' : `id: 2\ndata: ${answer('at last').replace('ID', id)}\n\n`);
        return true;
      },
    });
    agent.model.says(say('one'), say('two'), reply(text('done')));
    const { messages } = await runWithServers(
      agent,
      { mcpServers: { web: { type: 'http', url: server.url } } },
      { message: ({ type }) => type === 'user' && (down = true) },
    );
    expect(outcomes(messages)).toEqual([
      { text: 'at last', isError: false },
      { text: expect.stringContaining('could not be taken up again'), isError: true },
    ]);
    expect(server.requests.filter(({ headers }) => headers['last-event-id'] !== undefined).length).toBeLessThan(8);
  },
  { timeoutMs: 60_000 },
);

verifies(
  'mcp:http:flood',
  async ({ open }) => {
    const agent = await open();
    const server = await start({
      intercept: (_request, response, body) => {
        const type = body.includes('"json"') ? 'application/json' : body.includes('"stream"') ? 'text/event-stream' : undefined;
        if (type === undefined) return false;
        response.writeHead(200, { 'content-type': type });
        response.write(type === 'application/json' ? '{"jsonrpc":"2.0","x":"' : 'data: {"x":"');
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(1 << 20)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
        return true;
      },
    });
    agent.model.says(say('json'), say('stream'), say('small'), reply(text('done')));
    const { messages } = await runWithServers(agent, { mcpServers: { web: { type: 'http', url: server.url, timeout: 20_000 } } });
    expect(outcomes(messages)).toEqual([
      { text: expect.stringMatching(/mcp__web__say failed: .*too long/), isError: true },
      { text: expect.stringMatching(/mcp__web__say failed: .*too long/), isError: true },
      { text: 'heard small', isError: false },
    ]);
  },
  { timeoutMs: 90_000 },
);
