import { prompt, reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import { createSdkMcpServer, tool, type SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import * as z from 'zod';
import { verifies } from '../harness.js';
import { echoServer } from '../support/echo-server.js';
import { allowAll } from '../support/mcp-outcome.js';

const calculator = () =>
  createSdkMcpServer({
    name: 'calc',
    tools: [
      tool('add', 'Adds two numbers', { a: z.number(), b: z.number().describe('the second') }, async ({ a, b }) => ({
        content: [{ type: 'text', text: String(a + b) }],
      })),
      tool('fail', 'Always fails', {}, async () => {
        throw new Error('no way');
      }),
      tool('json', 'Takes JSON Schema', { type: 'object', properties: { x: { type: 'string' } } }, async (args) => ({
        content: [{ type: 'text', text: JSON.stringify(args) }],
      })),
    ],
  });

verifies('mcp:in-process', async ({ open }) => {
  const agent = await open({ ...allowAll, mcpServers: { calc: calculator() } });
  agent.model.says(
    reply(
      toolUse('mcp__calc__add', { a: 2, b: 3 }),
      toolUse('mcp__calc__add', { a: 'two', b: 3 }),
      toolUse('mcp__calc__fail', {}),
      toolUse('mcp__calc__json', { x: 'y' }),
    ),
    reply(text('five')),
  );
  const messages = await agent.ask('add');
  expect(messages[0]).toMatchObject({
    subtype: 'init',
    mcp_servers: [{ name: 'calc', status: 'connected' }],
    tools: expect.arrayContaining(['mcp__calc__add', 'mcp__calc__fail']),
  });
  const offered = (agent.model.requests[0]!.body.tools as { name: string; input_schema: object }[]).find(
    ({ name }) => name === 'mcp__calc__add',
  );
  expect(offered).toEqual({
    name: 'mcp__calc__add',
    description: 'Adds two numbers',
    input_schema: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number', description: 'the second' } },
      required: ['a', 'b'],
    },
  });
  const results = toolResultsOf(messages).map(({ content, is_error }) => ({ content, is_error }));
  expect(results).toEqual([
    { content: [{ type: 'text', text: '5' }], is_error: undefined },
    { content: [{ type: 'text', text: expect.stringContaining('a: Invalid input: expected number') }], is_error: true },
    { content: [{ type: 'text', text: 'fail failed: no way' }], is_error: true },
    { content: [{ type: 'text', text: '{"x":"y"}' }], is_error: undefined },
  ]);
});

verifies('mcp:stdio', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(reply(toolUse('mcp__echo__say', { words: 'hi' })), reply(text('ok')));
  const messages = await agent.ask('say', { mcpServers: { echo: echoServer } });
  expect(toolResultsOf(messages)[0]!.content).toEqual([{ type: 'text', text: 'heard hi' }]);
});

verifies('mcp:failed-server', async ({ open }) => {
  const agent = await open({
    ...allowAll,
    mcpServers: { broken: { command: process.execPath, args: ['-e', 'console.error("no luck"); process.exit(3)'] } },
  });
  agent.model.says(reply(toolUse('mcp__broken__x', {})), reply(text('ok')));
  const query = agent.query('go');
  const messages = [];
  let status;
  for await (const message of query) {
    messages.push(message);
    if (message.type === 'assistant') status ??= await query.mcpServerStatus();
  }
  expect(status).toMatchObject([{ name: 'broken', status: 'failed', error: expect.stringContaining('no luck') }]);
  expect(messages.at(-1)).toMatchObject({ subtype: 'success', result: 'ok' });
});

verifies('mcp:dynamic', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(reply(text('one')), reply(toolUse('mcp__calc__add', { a: 1, b: 1 })), reply(text('two')), reply(text('three')));
  let release: (() => void) | undefined;
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    for (const each of ['first', 'second', 'third']) {
      yield prompt(each) as SDKUserMessage;
      await new Promise<void>((resolve) => (release = resolve));
    }
  }
  const query = agent.query(prompts());
  const messages = [];
  const changes = [() => query.setMcpServers({ calc: calculator() }), () => query.setMcpServers({}), async () => undefined];
  const answers = [];
  for await (const message of query) {
    messages.push(message);
    if (message.type !== 'result') continue;
    answers.push(await changes.shift()?.());
    release!();
  }
  expect(answers.slice(0, 2)).toEqual([
    { added: ['calc'], removed: [], errors: {} },
    { added: [], removed: ['calc'], errors: {} },
  ]);
  expect(toolResultsOf(messages as never)[0]!.content).toEqual([{ type: 'text', text: '2' }]);
  expect(resultsOf(messages as never)).toHaveLength(3);
  expect(JSON.stringify(agent.model.requests[3]!.body.tools)).not.toContain('mcp__calc');
});
