import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reply, text, toolUse, type RecordedRequest } from '@inboard/testing';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { putFiles } from '../put-files.js';

const preset = { type: 'preset', preset: 'claude_code' } as const;
const systemOf = (request: RecordedRequest) => JSON.stringify(request.body.system);

verifies('prompt:budget', async ({ open }) => {
  const agent = await open({ systemPrompt: preset });
  agent.model.says(reply(text('hi')));
  await agent.ask('hello');
  const { system, tools } = agent.model.requests[0]!.body;
  expect(Buffer.byteLength(JSON.stringify([system, tools]))).toBeLessThan(16_000);
});

verifies('prompt:output-style', async ({ open }) => {
  const agent = await open({ settingSources: ['project'], systemPrompt: preset });
  await putFiles(agent.cwd, {
    '.claude/settings.json': '{"outputStyle": "pirate"}',
    '.claude/output-styles/pirate.md': '---\ndescription: Arr\nkeep-coding-instructions: true\n---\nSpeak like a pirate.',
  });
  agent.model.always(() => reply(text('arr')));
  const query = agent.query('hello');
  expect(await query.initializationResult()).toMatchObject({ output_style: 'pirate', available_output_styles: ['default', 'pirate'] });
  for await (const message of query)
    if (message.type === 'system' && message.subtype === 'init') expect(message.output_style).toBe('pirate');
  expect(systemOf(agent.model.requests[0]!)).toMatch(/coding agent.*Speak like a pirate/);
  const messages = await agent.ask('hello', { settingSources: undefined });
  expect(systemOf(agent.model.requests[1]!)).not.toContain('pirate');
  expect(messages.filter((message) => message.subtype === 'informational').map((message) => message.content)).toEqual([
    'There is no output style "pirate"; answers are given in the default one.',
  ]);
});

verifies('prompt:reminders', async ({ open }) => {
  const agent = await open({ permissionMode: 'plan' });
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha');
  agent.model.says(reply(toolUse('Read', { file_path: join(agent.cwd, 'a.txt') })), reply(text('planned')));
  await agent.ask('think');
  const [one, two] = agent.model.requests;
  expect(JSON.stringify(one!.body.messages)).toContain('Plan mode is on');
  expect(systemOf(one!)).not.toContain('Plan mode');
  expect(systemOf(two!)).toBe(systemOf(one!));
  expect((two!.body.messages as unknown[])[0]).toEqual((one!.body.messages as unknown[])[0]);
});
