import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, text, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { createSdkMcpServer, tool, type McpServerConfig, type Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { faultyServer, isAlive } from '../support/faulty-server.js';
import { allowAll, held, outcomes } from '../support/mcp-outcome.js';

/** The environment of an agent with more in it. */
const withEnv = (agent: Agent, env: Record<string, string>): Options => ({ env: { ...agent.options.env, ...env } });

/** Makes the model do the calls, one after the other, and then stop. */
async function calls(
  agent: Agent,
  server: McpServerConfig,
  list: [name: string, input?: object][],
  more: Options = {},
): Promise<WireMessage[]> {
  agent.model.says(
    ...list.map(([name, input = {}]) => reply(toolUse(`mcp__s__${name}`, input as Record<string, unknown>))),
    reply(text('done')),
  );
  return agent.ask('go', { ...allowAll, mcpServers: { s: server }, ...more });
}

verifies('mcp:fault:start', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(reply(toolUse('mcp__good__say', { words: 'hi' })), reply(text('done')));
  const faults = ['exit-at-start', 'exit-after-initialize', 'hang-initialize', 'hang-list'];
  const servers = Object.fromEntries([
    ...faults.map((fault) => [fault, faultyServer(fault)]),
    ['good', faultyServer()],
    ['missing', { command: 'no-such-command-anywhere' }],
  ]) as Options['mcpServers'];
  const { prompts, end } = held('go');
  const query = agent.query(prompts, { ...withEnv(agent, { MCP_TIMEOUT: '1500', INBOARD_MCP_RESTART_MS: '1' }), mcpServers: servers });
  const messages: WireMessage[] = [];
  let status;
  for await (const message of query) {
    messages.push(message);
    if (message.type !== 'result') continue;
    status = await query.mcpServerStatus();
    while (status.some((each) => each.status === 'pending')) {
      await new Promise((resolve) => setImmediate(resolve)); // in memory an answer takes no time, and time must pass
      status = await query.mcpServerStatus();
    }
    end();
  }
  expect(outcomes(messages)).toEqual([{ text: 'heard hi', isError: false }]);
  expect(Object.fromEntries(status!.map(({ name, status: state, error }) => [name, `${state}: ${error ?? ''}`]))).toEqual({
    'exit-at-start': expect.stringMatching(/^failed: .*code 3.*no luck today/s),
    'exit-after-initialize': expect.stringMatching(/^failed: .*code 4/),
    'hang-initialize': expect.stringMatching(/^failed: initialize timed out after 1500 ms/),
    'hang-list': expect.stringMatching(/^failed: tools\/list timed out after 1500 ms/),
    good: 'connected: ',
    missing: expect.stringMatching(/^failed: "no-such-command-anywhere" could not be started/),
  });
});

verifies('mcp:fault:crash', async ({ open }) => {
  const agent = await open();
  const log = join(agent.cwd, 'log');
  const messages = await calls(
    agent,
    faultyServer('', log),
    [['crash'], ['say', { words: 'again' }], ['crash'], ['crash'], ['crash'], ['say', { words: 'never' }]],
    withEnv(agent, { INBOARD_MCP_RESTART_MS: '1' }),
  );
  expect(outcomes(messages)).toEqual([
    { text: expect.stringMatching(/mcp__s__crash failed: .*it hurts/s), isError: true },
    { text: 'heard again', isError: false },
    { text: expect.stringContaining('it hurts'), isError: true },
    { text: expect.stringContaining('it hurts'), isError: true },
    { text: expect.stringMatching(/code 7.*it hurts/s), isError: true },
    { text: expect.stringContaining('mcp__s__say'), isError: true },
  ]);
  expect((await readFile(log, 'utf8')).match(/started/g)).toHaveLength(4);
});

verifies('mcp:fault:hang', async ({ open }) => {
  const agent = await open();
  const messages = await calls(agent, { ...faultyServer(), timeout: 500 }, [['slow'], ['hang'], ['say', { words: 'on' }]]);
  expect(outcomes(messages)).toEqual([
    { text: 'slow and steady', isError: false },
    { text: 'mcp__s__hang failed: tools/call timed out after 500 ms', isError: true },
    { text: 'heard on', isError: false },
  ]);
});

verifies('mcp:fault:flood', async ({ open }) => {
  const agent = await open();
  const bytes = 100 << 20;
  const messages = await calls(agent, faultyServer(), [
    ['huge', { bytes }],
    ['hugeIdLast', { bytes }],
    ['flood', { bytes }],
    ['huge', { bytes: 1 << 20 }],
  ]);
  expect(outcomes(messages)).toEqual([
    { text: expect.stringContaining('too long'), isError: true },
    { text: expect.stringContaining('too long'), isError: true },
    { text: 'dry again', isError: false },
    { text: expect.stringMatching(/^x{100000}\n… \(1048576 characters; all of it is in .*\)$/), isError: false },
  ]);
  const path = /all of it is in (.*)\)/.exec(outcomes(messages)[3]!.text)![1]!;
  expect(await readFile(path, 'utf8')).toBe('x'.repeat(1 << 20));
});

verifies('mcp:fault:noise', async ({ open }) => {
  const agent = await open();
  const results = [
    null,
    7,
    [],
    {},
    { content: 'text' },
    { content: [null, 3, { type: 'text' }, { type: 'odd', x: 1 }] },
    { isError: true, content: [] },
    { structuredContent: { a: 1 } },
  ];
  const messages = await calls(agent, faultyServer(), [
    ['noise'],
    ...results.map((result): [string, object] => ['junk', { result }]),
    ['error'],
    ['say', { words: 'on' }],
  ]);
  const shown = outcomes(messages);
  expect(shown[0]).toEqual({ text: 'once', isError: false });
  const senseless = { text: expect.stringContaining('makes no sense'), isError: true };
  expect(shown.slice(1, 9)).toEqual([
    senseless,
    senseless,
    senseless,
    { text: '(no output)', isError: false },
    { text: '(no output)', isError: false },
    { text: expect.stringContaining('"odd"'), isError: false },
    { text: 'Failed without a message.', isError: true },
    { text: '{\n  "a": 1\n}', isError: false },
  ]);
  expect(shown.at(-2)).toEqual({ text: expect.stringContaining('refused by the server'), isError: true });
  expect(shown.at(-1)).toEqual({ text: 'heard on', isError: false });
});

verifies('mcp:fault:tools', async ({ open }) => {
  const agent = await open();
  const messages = await calls(agent, faultyServer('bad-schemas'), [['say', { words: 'hi' }]]);
  expect(outcomes(messages)).toEqual([{ text: 'heard hi', isError: false }]);
  const offered = (agent.model.requests[0]!.body.tools as { name: string }[]).map(({ name }) => name);
  expect(offered.filter((name) => name.startsWith('mcp__'))).toEqual(['mcp__s__Bash', 'mcp__s__say_it', 'mcp__s__say']);
  const notice = messages.find((message) => message.subtype === 'informational')?.content;
  expect(notice).toBe(
    'MCP server "s": the tool "loop" was left out: its input schema has a reference that leads back to itself (#/$defs/a); the tool "text" was left out: its input schema is not an object; the tool "list" was left out: its input schema is not an object; the tool "lost" was left out: its input schema refers to something that is not there (https://example.com/schema.json); a tool without a name was left out; the tool "say it" was left out: another one has the same name.',
  );
});

verifies('mcp:fault:many-tools', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('done')));
  const messages = await agent.ask('go', { ...allowAll, mcpServers: { s: { ...faultyServer('many-tools'), alwaysLoad: true } } });
  const offered = agent.model.requests[0]!.body.tools as { name: string }[];
  expect(offered.filter(({ name }) => name.startsWith('mcp__'))).toHaveLength(1000);
  expect(messages).toContainEqual(
    expect.objectContaining({ subtype: 'informational', content: 'MCP server "s": it lists more than 1000 tools; the rest was left out.' }),
  );
});

verifies('mcp:fault:interrupt', async ({ open }) => {
  const agent = await open();
  const log = join(agent.cwd, 'log');
  agent.model.says(reply(toolUse('mcp__s__hang', {})));
  const query = agent.query('go', { ...allowAll, mcpServers: { s: faultyServer('', log) } });
  const messages: WireMessage[] = [];
  for await (const message of query) {
    messages.push(message);
    if (message.type === 'assistant') {
      for (let seen = ''; !seen.includes('hanging');) seen = await readFile(log, 'utf8').catch(() => ''); // the server makes the file
      await query.interrupt();
    }
  }
  expect(outcomes(messages)).toEqual([{ text: expect.stringContaining('nterrupt'), isError: true }]);
  expect(messages.at(-1)).toMatchObject({ type: 'result', is_error: true });
  expect(await readFile(log, 'utf8')).toContain('cancelled true');
});

verifies('mcp:fault:orphan', async ({ open }) => {
  const agent = await open(allowAll);
  const { command, args } = faultyServer('stubborn');
  const quoted = [command, ...args].map((part) => `'${part}'`).join(' ');
  const servers: Options['mcpServers'] = {
    launched: { command: 'sh', args: ['-c', `${quoted} <&0 & exit 0`] },
    wrapped: { command: 'sh', args: ['-c', `${quoted}; true`] },
    plain: { command, args },
  };
  agent.model.says(
    reply(toolUse('mcp__launched__pid', {}), toolUse('mcp__wrapped__pid', {}), toolUse('mcp__plain__pid', {})),
    reply(text('done')),
  );
  const messages = await agent.ask('go', { mcpServers: servers });
  const pids = outcomes(messages).map((outcome) => Number(outcome.text));
  expect(pids).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  for (let tries = 0; pids.some(isAlive) && tries < 400; tries += 1) await new Promise((resolve) => setTimeout(resolve, 20)); // the engine goes on closing after its last message
  expect(pids.filter(isAlive)).toEqual([]);
});

verifies('mcp:fault:in-process', async ({ open }) => {
  const agent = await open();
  const cycle: Record<string, unknown> = { type: 'text', text: 'round' };
  cycle.self = cycle;
  const server = createSdkMcpServer({
    name: 's',
    timeout: 300,
    tools: [
      tool('throws', 'Throws', {}, () => {
        throw new Error('at once');
      }),
      tool('odd', 'Throws what is no error', {}, () => Promise.reject('just text')),
      tool('never', 'Never settles', {}, () => new Promise(() => undefined)),
      tool('cycle', 'Returns a cycle', {}, async () => ({ content: [cycle as { type: 'text'; text: string }] })),
      tool('nothing', 'Returns nothing', {}, async () => undefined as never), // a host may be written in JavaScript
      tool('fine', 'Works', {}, async () => ({ content: [{ type: 'text', text: 'fine' }] })),
    ],
  });
  const messages = await calls(agent, server, [['throws'], ['odd'], ['never'], ['cycle'], ['nothing'], ['fine']]);
  expect(outcomes(messages)).toEqual([
    { text: 'throws failed: at once', isError: true },
    { text: expect.stringContaining('just text'), isError: true },
    { text: expect.stringMatching(/mcp__s__never failed: .*timed out/i), isError: true },
    { text: expect.stringMatching(/JSON/), isError: true },
    { text: expect.any(String), isError: true },
    { text: 'fine', isError: false },
  ]);
  expect(messages.at(-1)).toMatchObject({ subtype: 'success' });
});

verifies('mcp:names', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(reply(toolUse('mcp__a_b__say', { words: 'first' })), reply(text('done')));
  const query = agent.query('go', { mcpServers: { 'a.b': faultyServer(), a_b: faultyServer() } });
  const messages: WireMessage[] = [];
  let status;
  for await (const message of query) {
    messages.push(message);
    if (message.type === 'result') status = await query.mcpServerStatus();
  }
  expect(outcomes(messages)).toEqual([{ text: 'heard first', isError: false }]);
  expect(status).toMatchObject([
    { name: 'a.b', status: 'connected' },
    { name: 'a_b', status: 'failed', error: expect.stringContaining('cannot be told from "a.b"') },
  ]);
});

verifies('mcp:list-changed', async ({ open }) => {
  const agent = await open();
  const messages = await calls(agent, faultyServer(), [['grow'], ['say', { words: 'between' }], ['grown', { words: 'new' }]]);
  expect(outcomes(messages).at(-1)).toEqual({ text: 'heard new', isError: false });
  expect(JSON.stringify(agent.model.requests[2]!.body.tools)).toContain('mcp__s__grown');
});

verifies('mcp:secrets', async ({ open }) => {
  const agent = await open();
  const secrets = { GH_TOKEN: 'not for servers', ANTHROPIC_CUSTOM_HEADERS: 'X-Test: 1' };
  const messages = await calls(agent, { ...faultyServer(), env: { OWN_TOKEN: 'its own' } }, [['env']], withEnv(agent, secrets));
  const env = JSON.parse(outcomes(messages)[0]!.text) as Record<string, string>;
  expect(env).toMatchObject({ OWN_TOKEN: 'its own', CLAUDE_PROJECT_DIR: agent.cwd });
  expect(Object.keys(env).filter((name) => name in secrets || name === 'ANTHROPIC_API_KEY')).toEqual([]);
});
