// Gives the agent a tool of this program: a function with a described input, called without leaving the process.
// Without an API key a scripted model on this machine calls it.
import assert from 'node:assert/strict';
import { reply, ScriptedModel, text, toolUse } from '@inboard/testing';
import { createSdkMcpServer, query, tool } from 'inboard';
import * as z from 'zod';

const stock = new Map([['apples', 12]]);
const countStock = tool('count_stock', 'Says how many of an article are left.', { article: z.string() }, async ({ article }) => ({
  content: [{ type: 'text', text: String(stock.get(article) ?? 0) }],
}));
const shop = createSdkMcpServer({ name: 'shop', tools: [countStock] });

const model = process.env.ANTHROPIC_API_KEY ? undefined : await ScriptedModel.start();
model?.says(reply(toolUse('mcp__shop__count_stock', { article: 'apples' })), reply(text('There are 12 apples left.')));

const run = query({
  prompt: 'How many apples are left?',
  options: {
    mcpServers: { shop },
    allowedTools: ['mcp__shop__count_stock'], // may be called without asking
    persistSession: false,
    ...(model && { env: { PATH: process.env.PATH, ...model.env } }),
  },
});

for await (const message of run) {
  if (message.type !== 'result') continue;
  assert.equal(message.subtype, 'success');
  assert.match(message.result, /12/);
  console.log(message.result);
}
await model?.close();
