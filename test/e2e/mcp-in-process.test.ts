import { prompt, reply, resultsOf, text, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { McpServer as McpServerV1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServerV2 } from '@modelcontextprotocol/server';
import { createSdkMcpServer, tool, type McpServerConfig, type Options, type SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod3';
import { verifies, type Agent } from '../harness.js';
import { allowAll, outcomes } from '../support/mcp-outcome.js';

const words = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });

verifies('mcp:zod3', async ({ open }) => {
  const servers: Options['mcpServers'] = {
    old: createSdkMcpServer({
      name: 'old',
      tools: [
        tool(
          'mix',
          'Takes much',
          {
            name: z3.string().min(1).describe('who'),
            kind: z3.enum(['a', 'b']).optional(),
            count: z3.number().int().max(5).default(2),
            list: z3.array(z3.object({ x: z3.boolean() })).nullable(),
          },
          async (args) => words(JSON.stringify(args)),
          { annotations: { readOnlyHint: true } },
        ),
      ],
    }),
    new: createSdkMcpServer({
      name: 'new',
      tools: [
        tool(
          'mix',
          'Takes much',
          {
            name: z.string().min(1).describe('who'),
            kind: z.enum(['a', 'b']).optional(),
            count: z.number().int().max(5).default(2),
            list: z.array(z.object({ x: z.boolean() })).nullable(),
          },
          async (args) => words(JSON.stringify(args)),
        ),
      ],
    }),
  };
  const agent = await open({ ...allowAll, mcpServers: servers });
  const good = { name: 'Ada', list: [{ x: true }] };
  agent.model.says(
    reply(
      ...['old', 'new'].flatMap((name) => [
        toolUse(`mcp__${name}__mix`, good),
        toolUse(`mcp__${name}__mix`, { name: '', count: 9, list: 1 }),
      ]),
    ),
    reply(text('done')),
  );
  const shown = outcomes(await agent.ask('go'));
  const answer = { text: '{"name":"Ada","count":2,"list":[{"x":true}]}', isError: false };
  const refusal = { text: expect.stringMatching(/name: .*; count: .*; list: /s), isError: true };
  expect(shown).toEqual([answer, refusal, answer, refusal]);
  const offered = (
    agent.model.requests[0]!.body.tools as { name: string; input_schema: { properties: Record<string, object>; required: string[] } }[]
  ).filter(({ name }) => name.startsWith('mcp__'));
  for (const { input_schema } of offered) {
    expect(input_schema.required).toEqual(['name', 'list']);
    expect(input_schema.properties).toMatchObject({
      name: { type: 'string', minLength: 1, description: 'who' },
      kind: { enum: ['a', 'b'] },
      count: { type: 'integer', maximum: 5, default: 2 },
    });
  }
});

/** The same server with both libraries. */
function ownServers(): Record<string, McpServerConfig> {
  const v1 = new McpServerV1({ name: 'one', version: '1.0.0' });
  v1.registerTool('greet', { description: 'Greets', inputSchema: { who: z.string() } }, async ({ who }) => words(`hello ${who}`));
  const v2 = new McpServerV2({ name: 'two', version: '1.0.0' });
  v2.registerTool('greet', { description: 'Greets', inputSchema: z.object({ who: z.string() }) }, async ({ who }) => words(`hello ${who}`));
  return { one: { type: 'sdk', name: 'one', instance: v1 }, two: { type: 'sdk', name: 'two', instance: v2 } };
}

verifies('mcp:own-server', async ({ open }) => {
  const agent = await open({ ...allowAll, mcpServers: ownServers() });
  for (const who of ['first', 'second']) {
    agent.model.says(reply(toolUse('mcp__one__greet', { who }), toolUse('mcp__two__greet', { who })), reply(text('done')));
    expect(outcomes(await agent.ask('go'))).toEqual([
      { text: `hello ${who}`, isError: false },
      { text: `hello ${who}`, isError: false },
    ]);
  }
});

verifies('mcp:shared-server', async ({ open }) => {
  // Both calls are under way before either is answered, and the first is answered last.
  const arrived: (() => void)[] = [];
  const meet = (who: string) =>
    new Promise<void>((resolve) => {
      arrived.push(resolve);
      if (arrived.length === 2) for (const go of arrived.splice(0).toReversed()) go();
    }).then(() => words(`only for ${who}`));
  const v1 = new McpServerV1({ name: 'shared', version: '1.0.0' });
  v1.registerTool('greet', { inputSchema: { who: z.string() } }, ({ who }) => meet(who));
  const own = createSdkMcpServer({ name: 'shared', tools: [tool('greet', 'Greets', { who: z.string() }, ({ who }) => meet(who))] });
  for (const server of [own, { type: 'sdk', name: 'shared', instance: v1 } as const]) {
    const agents = await Promise.all([
      open({ ...allowAll, mcpServers: { shared: server } }),
      open({ ...allowAll, mcpServers: { shared: server } }),
    ]);
    const ask = async (agent: Agent, who: string): Promise<WireMessage[]> => {
      agent.model.says(reply(toolUse('mcp__shared__greet', { who })), reply(text('done')));
      return agent.ask('go');
    };
    const [one, two] = await Promise.all([ask(agents[0], 'one'), ask(agents[1], 'two')]);
    expect(outcomes(one)).toEqual([{ text: 'only for one', isError: false }]);
    expect(outcomes(two)).toEqual([{ text: 'only for two', isError: false }]);
  }
});

verifies('mcp:late-call', async ({ open }) => {
  let release = () => undefined as void;
  const slow = createSdkMcpServer({
    name: 's',
    tools: [tool('slow', 'Takes its time', {}, () => new Promise((resolve) => (release = () => resolve(words('at last')))))],
  });
  const agent = await open({ ...allowAll, mcpServers: { s: slow } });
  agent.model.says(reply(text('first')), reply(toolUse('mcp__s__slow', {})), reply(text('second')));
  let next = () => undefined as void;
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    yield prompt('one') as SDKUserMessage;
    await new Promise<void>((resolve) => (next = resolve));
    yield prompt('two') as SDKUserMessage; // and no more input from here on
  }
  const messages: WireMessage[] = [];
  for await (const message of agent.query(prompts())) {
    messages.push(message);
    if (message.type === 'result') next();
    if (message.type === 'tool_progress') release(); // said only of calls that take seconds
  }
  expect(outcomes(messages)).toEqual([{ text: 'at last', isError: false }]);
  expect(resultsOf(messages)).toMatchObject([{ result: 'first' }, { result: 'second' }]);
});
