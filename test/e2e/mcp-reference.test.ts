import { createRequire } from 'node:module';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reply, text, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { allowAll, outcomes } from '../support/mcp-outcome.js';

const { resolve } = createRequire(import.meta.url);

/** The program of a reference server. */
const program = (name: string) => join(dirname(resolve(`@modelcontextprotocol/server-${name}/package.json`)), 'dist/index.js');

verifies('mcp:reference', async ({ open }) => {
  const agent = await open(allowAll);
  await writeFile(join(agent.cwd, 'note.txt'), 'written down');
  const start = (name: string, ...args: string[]) => ({ command: process.execPath, args: [program(name), ...args], alwaysLoad: true });
  const servers: NonNullable<Options['mcpServers']> = {
    everything: start('everything'),
    files: start('filesystem', agent.cwd),
    memory: { ...start('memory'), env: { MEMORY_FILE_PATH: join(agent.home, 'memory.jsonl') } },
  };
  agent.model.says(
    reply(
      toolUse('mcp__everything__echo', { message: 'hi' }),
      toolUse('mcp__files__read_text_file', { path: join(agent.cwd, 'note.txt') }),
      toolUse('mcp__memory__create_entities', { entities: [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }] }),
    ),
    reply(toolUse('mcp__memory__search_nodes', { query: 'Ada' }), toolUse('ListMcpResourcesTool', { server: 'everything' })),
    reply(text('done')),
  );
  const messages = await agent.ask('go', { mcpServers: servers });
  expect(messages[0]).toMatchObject({ mcp_servers: Object.keys(servers).map((name) => ({ name, status: 'connected' })) });
  const shown = outcomes(messages);
  expect(shown.map(({ isError }) => isError)).toEqual([false, false, false, false, false]);
  expect(shown[0]!.text).toContain('hi');
  expect(shown[1]!.text).toContain('written down');
  expect(shown[3]!.text).toContain('writes programs');
  expect(shown[4]!.text).toContain('"uri"');
});
