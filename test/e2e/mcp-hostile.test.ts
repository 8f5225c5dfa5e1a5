import { fileURLToPath } from 'node:url';
import { reply, text, toolUse } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { faultyServer } from '../support/faulty-server.js';
import { allowAll, outcomes } from '../support/mcp-outcome.js';

const features = { command: process.execPath, args: [fileURLToPath(new URL('../support/feature-server.mjs', import.meta.url))] };
const call = (name: string) => reply(toolUse(`mcp__s__${name}`, {}));

verifies('mcp:hostile:spam', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(call('spam'), call('lists'), reply(text('done')));
  const messages = await agent.ask('go', { mcpServers: { s: faultyServer() } });
  expect(Number(outcomes(messages)[1]!.text)).toBeLessThan(5);
});

verifies('mcp:hostile:size', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(reply(text('done')));
  const messages = await agent.ask('go', { mcpServers: { s: { ...faultyServer('big-schemas'), alwaysLoad: true } } });
  const offered = (agent.model.requests[0]!.body.tools as { name: string }[]).filter(({ name }) => name.startsWith('mcp__'));
  expect(offered).toHaveLength(22);
  expect(messages.find(({ subtype }) => subtype === 'informational')?.content).toMatch(
    /the tool "big" was left out: its input schema has \d+ characters; the tool "n{100}" was left out: its name is too long; its tools are described in more than 2000000 characters/,
  );
});

verifies('mcp:hostile:images', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(call('images'), reply(text('done')));
  const messages = await agent.ask('go', { mcpServers: { s: features } });
  const sent = agent.model.requests[1]!.body.messages as { content: { content?: { type: string; source?: { media_type: string } }[] }[] }[];
  const blocks = sent.at(-1)!.content[0]!.content!;
  expect(blocks.filter(({ type }) => type === 'image')).toHaveLength(20);
  expect(blocks.every(({ type, source }) => type !== 'image' || source!.media_type === 'image/png')).toBe(true); // what they are, not what is said
  expect(blocks.filter(({ type }) => type === 'text')).toHaveLength(1);
  expect(outcomes(messages)[0]!.text.match(/saved to/g)).toHaveLength(7);
});

verifies('mcp:hostile:questions', async ({ open }) => {
  const agent = await open(allowAll);
  agent.model.says(call('lure'), call('pester'), reply(text('done')));
  let asked = 0;
  const messages = await agent.ask('go', {
    mcpServers: { s: features },
    onElicitation: async () => {
      asked += 1;
      await new Promise((resolve) => setImmediate(resolve)); // a person takes a moment
      return { action: 'decline' };
    },
  });
  expect(outcomes(messages)).toEqual([
    { text: '{"action":"decline"}', isError: false },
    { text: String(50 - asked), isError: false },
  ]);
  expect(asked).toBeLessThan(50);
});
