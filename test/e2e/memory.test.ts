import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, resultsOf, text, toolUse, type RecordedRequest } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';

const messagesOf = (request: RecordedRequest) => request.body.messages as { role: string; content: { type: string; text?: string }[] }[];

verifies('memory:opening', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await writeFile(join(agent.cwd, 'CLAUDE.md'), 'Say moo. <!-- hidden -->\n@more.md');
  await writeFile(join(agent.cwd, 'more.md'), 'And baa.');
  agent.model.says(reply(text('moo')), reply(text('baa')));
  const messages = await agent.ask('hello');
  const [first] = messagesOf(agent.model.requests[0]!);
  expect(first!.content).toHaveLength(2);
  expect(first!.content[0]!.text).toMatch(/^<context source="memory">[\s\S]*Say moo\.[\s\S]*And baa\.\n<\/context>$/);
  expect(first!.content[1]!.text).toBe('hello');
  expect(JSON.stringify(agent.model.requests[0]!.body.system)).not.toContain('moo');

  // A resumed session sends the same bytes, whatever became of the files.
  await writeFile(join(agent.cwd, 'CLAUDE.md'), 'Say oink.');
  await agent.ask('again', { resume: String(resultsOf(messages)[0]!.session_id) });
  expect(messagesOf(agent.model.requests[1]!)[0]!.content.map((block) => block.text)).toEqual(first!.content.map((block) => block.text));
  expect(JSON.stringify(agent.model.requests[1]!.body)).not.toContain('oink');
});

verifies('memory:isolated', async ({ open }) => {
  const agent = await open({ settingSources: [] });
  await mkdir(join(agent.home, '.claude'), { recursive: true });
  await Promise.all([
    writeFile(join(agent.cwd, 'CLAUDE.md'), 'project moo'),
    writeFile(join(agent.cwd, 'CLAUDE.local.md'), 'local moo'),
    writeFile(join(agent.home, '.claude', 'CLAUDE.md'), 'user moo'),
  ]);
  agent.model.says(reply(text('hi')));
  await agent.ask('hello');
  expect(JSON.stringify(agent.model.requests[0]!.body)).not.toContain('moo');
});

verifies('memory:nested', async ({ open }) => {
  const agent = await open({ settingSources: ['project'] });
  await mkdir(join(agent.cwd, 'sub'));
  await writeFile(join(agent.cwd, 'sub', 'CLAUDE.md'), 'Rules of sub.');
  await writeFile(join(agent.cwd, 'sub', 'a.txt'), 'alpha');
  const read = (id: string) => reply(toolUse('Read', { file_path: join(agent.cwd, 'sub', 'a.txt') }, id));
  agent.model.says(read('toolu_1'), read('toolu_2'), reply(text('done')));
  await agent.ask('read it');
  const last = messagesOf(agent.model.requests[2]!);
  expect(last[2]!.content.map((block) => block.type)).toEqual(['tool_result', 'text']);
  expect(last[2]!.content[1]!.text).toContain('Rules of sub.');
  expect(last[4]!.content.map((block) => block.type)).toEqual(['tool_result']);
});

verifies('memory:problem', async ({ open }) => {
  const agent = await open({ settingSources: undefined });
  await writeFile(join(agent.cwd, 'CLAUDE.md'), `@${join(agent.home, 'secret.md')}`);
  await writeFile(join(agent.home, 'secret.md'), 'classified');
  agent.model.says(reply(text('hi')));
  const messages = await agent.ask('hello');
  expect(JSON.stringify(agent.model.requests[0]!.body)).not.toContain('classified');
  expect(messages.filter((message) => message.subtype === 'informational').map((message) => message.content)).toEqual([
    expect.stringContaining('secret.md: leads out of the project'),
  ]);
});
