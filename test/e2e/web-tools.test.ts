import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { page, webServer } from '../web-server.js';

/** Until a person is asked, only a caller that skips permissions gets tools that reach the network. */
const free = (...tools: string[]): Options => ({ tools, permissionMode: 'bypassPermissions', allowDangerouslySkipPermissions: true });

verifies('web-fetch:answer', async ({ open }) => {
  const server = await webServer((_, response) => page(response, '<h1>Release 4.2</h1><script>x</script>'));
  const agent = await open(free('WebFetch'));
  const env = { ...agent.options.env, INBOARD_FETCH_PRIVATE: '1' };
  agent.model.says(
    reply(toolUse('WebFetch', { url: server.url, prompt: 'Which release?' })),
    reply(text('It is 4.2.')),
    reply(text('done')),
  );
  const messages = await agent.ask('go', { env });
  expect(toolResultsOf(messages)).toMatchObject([{ content: 'It is 4.2.' }]);
  expect(messages.find((message) => message.tool_use_result)?.tool_use_result).toEqual({
    bytes: 38,
    code: 200,
    codeText: 'OK',
    result: 'It is 4.2.',
    durationMs: expect.any(Number),
    url: `${server.url}/`,
  });
  const side = agent.model.requests[1]!.body as { tools?: unknown; messages: { content: string }[] };
  expect(side.tools).toBeUndefined();
  expect(side.messages).toHaveLength(1);
  expect(side.messages[0]!.content).toContain('# Release 4.2\n</page-');
  expect(resultsOf(messages)).toMatchObject([{ num_turns: 2, result: 'done' }]);
});

verifies('web-fetch:private', async ({ open }) => {
  const server = await webServer((_, response) => page(response, 'secret'));
  const agent = await open(free('WebFetch'));
  const addresses = [
    server.url,
    `http://localhost:${server.port}/`,
    'http://169.254.169.254/latest/meta-data/',
    `http://2130706433:${server.port}/`,
    `http://[::ffff:127.0.0.1]:${server.port}/`,
  ];
  agent.model.says(reply(...addresses.map((url) => toolUse('WebFetch', { url, prompt: 'p' }))), reply(text('done')));
  const messages = await agent.ask('go');
  expect(toolResultsOf(messages).map((block) => [block.is_error, String(block.content).includes('INBOARD_FETCH_PRIVATE=1')])).toEqual(
    addresses.map(() => [true, true]),
  );
  expect(server.requests).toEqual([]);
});

verifies('web-search:api', async ({ open }) => {
  const agent = await open(free('WebSearch'));
  const found = {
    type: 'web_search_tool_result',
    tool_use_id: 's1',
    content: [{ type: 'web_search_result', title: 'A', url: 'https://a.example/', encrypted_content: 'x' }],
  };
  agent.model.says(
    reply(toolUse('WebSearch', { query: 'what is new', blocked_domains: ['b.example'] })),
    reply({ type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'what is new' } }, found, text('A is new.')),
    reply(text('done')),
  );
  const messages = await agent.ask('go');
  expect((agent.model.requests[1]!.body as { tools: unknown }).tools).toEqual([
    { type: 'web_search_20250305', name: 'web_search', max_uses: 8, blocked_domains: ['b.example'] },
  ]);
  expect(messages.find((message) => message.tool_use_result)?.tool_use_result).toEqual({
    query: 'what is new',
    results: [{ tool_use_id: 's1', content: [{ title: 'A', url: 'https://a.example/' }] }, 'A is new.'],
    durationSeconds: expect.any(Number),
  });
  expect(toolResultsOf(messages)).toMatchObject([{ content: 'Links:\n- [A](https://a.example/)\n\nA is new.' }]);
});

verifies('web-search:endpoint', async ({ open }) => {
  const server = await webServer((_, response) =>
    page(response, JSON.stringify({ results: [{ title: 'A', url: 'https://a.example/', content: 'all about a' }] }), 'application/json'),
  );
  const agent = await open(free('WebSearch'));
  agent.model.says(reply(toolUse('WebSearch', { query: 'all of a' })), reply(text('done')));
  const messages = await agent.ask('go', { env: { ...agent.options.env, INBOARD_SEARCH_URL: `${server.url}/search` } });
  expect(toolResultsOf(messages)).toMatchObject([{ content: 'Links:\n- [A](https://a.example/): all about a' }]);
  expect(agent.model.requests).toHaveLength(2);
});
