import { reply, text } from '@inboard/testing';
import { createSdkMcpServer, tool, type McpServerStatus, type Query } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { faultyServer } from '../support/faulty-server.js';
import { allowAll, held } from '../support/mcp-outcome.js';

const own = (name: string) => createSdkMcpServer({ name, tools: [tool('x', 'Does nothing', {}, async () => ({ content: [] }))] });

/** Opens a session, and works with it between its result and its end. */
async function during(agent: Agent, options: Parameters<Agent['query']>[1], work: (query: Query) => Promise<void>): Promise<void> {
  agent.model.says(reply(text('ready')));
  const { prompts, end } = held('go');
  const query = agent.query(prompts, { ...allowAll, ...options });
  for await (const message of query) {
    if (message.type !== 'result') continue;
    await work(query).finally(end);
  }
}

const states = (status: McpServerStatus[]) => Object.fromEntries(status.map(({ name, status: state }) => [name, state]));

verifies('mcp:set-servers', async ({ open }) => {
  const agent = await open();
  await during(agent, { mcpServers: { kept: faultyServer(), inside: own('inside') } }, async (query) => {
    expect(await query.setMcpServers({ added: faultyServer(), other: own('other'), broken: faultyServer('exit-at-start') })).toEqual({
      added: ['added', 'other', 'broken'],
      removed: ['inside'],
      errors: { broken: expect.stringContaining('no luck today') },
    });
    expect(states(await query.mcpServerStatus())).toEqual({ kept: 'connected', added: 'connected', other: 'connected', broken: 'failed' });
    expect(await query.setMcpServers({ other: own('other'), kept: faultyServer('', '/dev/null') })).toEqual({
      added: ['kept'],
      removed: ['added', 'broken'],
      errors: {},
    });
    expect(await query.setMcpServers({})).toEqual({ added: [], removed: expect.arrayContaining(['other', 'kept']), errors: {} });
    expect(await query.mcpServerStatus()).toEqual([]);
  });
});

verifies('mcp:toggle', async ({ open }) => {
  const agent = await open();
  await during(agent, { mcpServers: { s: faultyServer(), inside: own('inside') } }, async (query) => {
    await query.toggleMcpServer('s', false);
    expect((await query.mcpServerStatus())[0]).toEqual({ name: 's', status: 'disabled', config: faultyServer() });
    await query.toggleMcpServer('s', true);
    await query.reconnectMcpServer('s');
    await query.reconnectMcpServer('inside');
    expect((await query.mcpServerStatus())[0]).toMatchObject({
      name: 's',
      status: 'connected',
      serverInfo: { name: 'faulty', version: '1.0.0' },
      tools: expect.arrayContaining([{ name: 'say', annotations: {} }]),
    });
    expect(states(await query.mcpServerStatus())).toEqual({ s: 'connected', inside: 'connected' });
    await expect(query.reconnectMcpServer('nobody')).rejects.toThrow('Server not found: nobody');
    await expect(query.toggleMcpServer('nobody', true)).rejects.toThrow('Server not found: nobody');
  });
});
