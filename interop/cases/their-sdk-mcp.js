// The published SDK drives our engine: MCP servers in the host and in a child, changed while the session runs.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { reply, text, toolUse } from '../../packages/testing/dist/index.js';
import { place, published } from '../place.js';

const { createSdkMcpServer, tool } = published;

const words = (value) => ({ content: [{ type: 'text', text: value }] });
const server = (name) =>
  createSdkMcpServer({
    name,
    tools: [
      tool('add', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) => words(String(a + b))),
      tool('boom', 'Throws', {}, async () => {
        throw new Error('it broke');
      }),
    ],
  });
const child = { command: process.execPath, args: [fileURLToPath(new URL('../../test/support/faulty-server.mjs', import.meta.url))] };
const call = (name, input) => reply(toolUse(`mcp__${name}`, input));
const resultsIn = (seen) =>
  seen
    .flatMap(({ type, message }) => (type === 'user' && Array.isArray(message.content) ? message.content : []))
    .filter((block) => block.type === 'tool_result');

/** Runs one turn per step; each step runs after the result before it. */
async function turns(here, options, steps) {
  const left = [...steps];
  let next;
  async function* prompts() {
    for (const _ of steps) {
      yield { type: 'user', session_id: '', parent_tool_use_id: null, message: { role: 'user', content: 'go' } };
      await new Promise((resolve) => (next = resolve));
    }
  }
  const seen = [];
  const query = here.theirSdk(prompts(), { allowedTools: ['mcp__calc', 'mcp__late', 'mcp__child'], ...options });
  for await (const message of query) {
    seen.push(message);
    if (message.type !== 'result') continue;
    await left.shift()?.(query);
    next();
  }
  return seen;
}

export const cases = {
  async 'tools of the host work in every turn, and one that throws is an error'() {
    const here = await place([call('calc__add', { a: 1, b: 2 }), reply(text('one')), call('calc__boom', {}), reply(text('two'))]);
    const seen = await turns(here, { mcpServers: { calc: server('calc') } }, [async () => undefined, async () => undefined]);
    const [sum, failure] = resultsIn(seen);
    assert.deepEqual(sum.content, [{ type: 'text', text: '3' }]);
    assert.equal(failure.is_error, true);
    assert.match(JSON.stringify(failure.content), /it broke/);
  },

  async 'servers are added and removed while the session runs'() {
    const here = await place([
      reply(text('one')),
      call('late__add', { a: 2, b: 2 }),
      call('child__say', { words: 'hi' }),
      reply(text('two')),
      reply(text('three')),
    ]);
    const changes = [];
    const seen = await turns(here, {}, [
      async (query) => changes.push(await query.setMcpServers({ late: server('late'), child })),
      async (query) => changes.push(await query.setMcpServers({})),
      async (query) => assert.deepEqual(await query.mcpServerStatus(), []),
    ]);
    assert.deepEqual(changes, [
      { added: ['child', 'late'], removed: [], errors: {} },
      { added: [], removed: ['child', 'late'], errors: {} },
    ]);
    assert.deepEqual(
      resultsIn(seen).map(({ content }) => content[0].text),
      ['4', 'heard hi'],
    );
  },

  async 'servers are shown, turned off and connected again'() {
    const here = await place([reply(text('one'))]);
    await turns(here, { mcpServers: { calc: server('calc'), child } }, [
      async (query) => {
        const states = async () => Object.fromEntries((await query.mcpServerStatus()).map(({ name, status }) => [name, status]));
        assert.deepEqual(await states(), { child: 'connected', calc: 'connected' });
        await query.toggleMcpServer('child', false);
        assert.deepEqual(await states(), { child: 'disabled', calc: 'connected' });
        await query.toggleMcpServer('child', true);
        await query.reconnectMcpServer('child');
        assert.deepEqual(await states(), { child: 'connected', calc: 'connected' });
        await assert.rejects(query.reconnectMcpServer('nobody'), /Server not found: nobody/);
      },
    ]);
  },
};
