import { realpathSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, resultsOf, text, toolUse, type RecordedRequest } from '@inboard/testing';
import { expect } from 'vitest';
import { temporaryFolder, testEnv, verifies } from '../harness.js';
import { putFiles } from '../put-files.js';

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

verifies('memory:more', async ({ open }) => {
  const agent = await open({ settingSources: ['user', 'project'] });
  const added = await temporaryFolder();
  await putFiles(added, { 'CLAUDE.md': 'From the added folder.' });
  const key = realpathSync(agent.cwd).replaceAll(/[^A-Za-z0-9]/g, '-');
  const notes = Array.from({ length: 300 }, (_, index) => `note ${index + 1}`).join('\n');
  await putFiles(agent.home, { [`.claude/projects/${key}/memory/MEMORY.md`]: notes, 'notes/MEMORY.md': 'Notes elsewhere.' });
  agent.model.always(reply(text('ok')));
  const told = async (env: Record<string, string> = {}, options: object = {}) => {
    await agent.ask('hi', { additionalDirectories: [added], env: { ...testEnv(agent.model, agent.home), ...env }, ...options });
    return JSON.stringify(agent.model.requests.at(-1)!.body.messages);
  };
  const plain = await told();
  expect(plain).not.toContain('From the added folder.');
  expect(plain).toContain(String.raw`note 200\n`);
  expect(plain).not.toContain('note 201');
  expect(await told({ CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD: '1' })).toContain('From the added folder.');
  expect(await told({ CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1' })).not.toContain('note 1');
  expect(await told({}, { settingSources: [] })).not.toContain('note 1');
  await putFiles(agent.home, { '.claude/settings.json': '{"autoMemoryDirectory": "~/notes"}' });
  expect(await told()).toContain('Notes elsewhere.');
  await putFiles(agent.home, { '.claude/settings.json': '{"autoMemoryEnabled": false}' });
  expect(await told()).not.toContain('note 1');
});
