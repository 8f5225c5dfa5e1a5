import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { reply, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { ElicitationRequest } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { allowAll, outcomes } from '../support/mcp-outcome.js';

const server = { command: process.execPath, args: [fileURLToPath(new URL('../support/feature-server.mjs', import.meta.url))] };
const options = { ...allowAll, mcpServers: { f: server } };

verifies('mcp:resources', async ({ open }) => {
  const agent = await open(options);
  agent.model.says(
    reply(
      toolUse('ListMcpResourcesTool', {}),
      toolUse('ReadMcpResourceTool', { server: 'f', uri: 'memo://a' }),
      toolUse('ReadMcpResourceTool', { server: 'f', uri: 'memo://b' }),
      toolUse('ListMcpResourcesTool', { server: 'nobody' }),
    ),
    reply(text('done')),
  );
  const [listed, first, second, unknown] = outcomes(await agent.ask('go'));
  expect(JSON.parse(listed!.text)).toEqual([
    { uri: 'memo://a', name: 'first', description: 'a note', server: 'f' },
    { uri: 'memo://b', name: 'second', mimeType: 'application/octet-stream', server: 'f' },
  ]);
  expect(first!.text).toBe('[memo://a]\nthe first note');
  const path = /saved to (.*)\]$/.exec(second!.text)![1]!;
  expect([...(await readFile(path))]).toEqual([1, 2, 3]);
  expect(unknown).toEqual({ text: 'There is no MCP server "nobody". The servers are: f.', isError: true });
  const plain = await open(allowAll);
  plain.model.says(reply(text('done')));
  await plain.ask('go');
  expect(JSON.stringify(plain.model.requests[0]!.body.tools)).not.toContain('McpResource');
});

verifies('mcp:prompts', async ({ open }) => {
  const agent = await open(options);
  agent.model.says(reply(text('hello')));
  await agent.ask('/mcp__f__greet "Ada L" very kindly');
  const [said] = agent.model.requests[0]!.body.messages as { content: unknown[] }[];
  expect(said!.content).toMatchObject([
    { type: 'text', text: 'Greet Ada L very kindly.' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png' } },
  ]);
  expect((await agent.ask('/mcp__f__greet')).at(-1)).toMatchObject({ subtype: 'success', result: 'This prompt needs: who.' });
});

verifies('mcp:elicitation', async ({ open }) => {
  const asked: ElicitationRequest[] = [];
  const agent = await open(options);
  const calls = () =>
    agent.model.says(
      reply(toolUse('mcp__f__ask', {})),
      reply(toolUse('mcp__f__open', {})),
      reply(toolUse('mcp__f__danger', {})),
      reply(text('done')),
    );
  calls();
  const messages = await agent.ask('go', {
    onElicitation: async (request) => {
      asked.push(request);
      return request.mode === 'form' ? { action: 'accept', content: { color: 'blue' } } : null;
    },
  });
  expect(outcomes(messages).map((outcome) => JSON.parse(outcome.text) as unknown)).toEqual([
    { action: 'accept', content: { color: 'blue' } },
    { action: 'decline' },
    { action: 'decline' },
  ]);
  expect(asked).toEqual([
    {
      serverName: 'f',
      message: 'Which color?',
      mode: 'form',
      requestedSchema: { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] },
    },
    { serverName: 'f', message: 'Please sign in', mode: 'url', url: 'https://example.com/login', elicitationId: 'e1' },
  ]);
  calls();
  expect(outcomes(await agent.ask('go'))[0]!.text).toBe('{"action":"decline"}');
});

verifies('mcp:roots', async ({ open }) => {
  const agent = await open(options);
  agent.model.says(reply(toolUse('mcp__f__roots', {})), reply(text('done')));
  const [outcome] = outcomes(await agent.ask('go'));
  expect(JSON.parse(outcome!.text)).toMatchObject({ roots: [{ uri: pathToFileURL(agent.cwd).href }] });
});

verifies('mcp:results', async ({ open }) => {
  const agent = await open(options);
  agent.model.says(reply(toolUse('mcp__f__mixed', {})), reply(toolUse('mcp__f__structured', {})), reply(text('done')));
  const [mixed, structured] = toolResultsOf(await agent.ask('go'));
  expect(mixed!.content).toEqual([
    { type: 'text', text: 'see' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: expect.any(String) } },
    { type: 'text', text: expect.stringMatching(/^\[image\/tiff, saved to .*\.tiff\]$/) },
    { type: 'text', text: expect.stringMatching(/^\[audio\/wav, saved to .*\.wav\]$/) },
    { type: 'text', text: '[memo://1]\ninside' },
    { type: 'text', text: expect.stringMatching(/^\[memo:\/\/2: application\/zip, saved to .*\.zip\]$/) },
    { type: 'text', text: '[link: memo://3]' },
  ]);
  expect(structured!.content).toEqual([{ type: 'text', text: '{\n  "degrees": 21\n}' }]);
});
