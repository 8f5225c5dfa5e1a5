import { kindsOf, prompt, reply, resultsOf, status, text, textsOf } from '@inboard/testing';
import type { SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';

async function* prompts(...texts: string[]): AsyncGenerator<SDKUserMessage> {
  for (const each of texts) yield prompt(each) as SDKUserMessage;
}

verifies('command:cost', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('hi')));
  const messages = await agent.ask(prompts('hello', '/cost'));
  expect(agent.model.requests).toHaveLength(1);
  expect(resultsOf(messages)[1]).toMatchObject({ subtype: 'success', result: expect.stringContaining('for 1 requests') });
});

verifies('command:unknown', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('a path')));
  expect(textsOf(await agent.ask('/etc/hosts is what?'))).toEqual(['a path']);
});

verifies('command:prompt', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('fine')));
  await agent.ask('/review the parser');
  expect(JSON.stringify(agent.model.requests[0]!.body.messages)).toContain('What to review: the parser');
});

verifies('compact:manual', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('first answer')), reply(text('SUMMARY')), reply(text('after')));
  const messages = await agent.ask(prompts('first question', '/compact keep names', 'go on'));
  const kinds = kindsOf(messages);
  expect(kinds.slice(3)).toEqual([
    'system/init',
    'system/status',
    'system/status',
    'system/compact_boundary',
    'user',
    'result/success',
    'system/init',
    'assistant',
    'result/success',
  ]);
  expect(messages.find((message) => message.subtype === 'compact_boundary')).toMatchObject({
    compact_metadata: { trigger: 'manual', pre_tokens: 160 },
  });
  expect(JSON.stringify(agent.model.requests[1]!.body.messages)).toContain('The user adds: keep names');
  const after = JSON.stringify(agent.model.requests[2]!.body.messages);
  expect(after).toContain('SUMMARY');
  expect(after).not.toContain('first answer');
});

verifies('compact:auto', async ({ open }) => {
  const agent = await open({ model: 'claude-haiku-4-5' });
  agent.model.says(reply(text('long'), { usage: { input_tokens: 180_000 } }), reply(text('SUMMARY')), reply(text('done')));
  const messages = await agent.ask(prompts('one', 'two'));
  expect(messages.find((message) => message.subtype === 'compact_boundary')).toMatchObject({
    compact_metadata: { trigger: 'auto', pre_tokens: 180_060 },
  });
  expect(resultsOf(messages)).toMatchObject([{ result: 'long' }, { result: 'done' }]);
});

verifies('compact:overflow', async ({ open }) => {
  const agent = await open();
  agent.model.says(
    reply(text('one')),
    status(400, 'prompt is too long: 201000 tokens > 200000 maximum'),
    reply(text('SUMMARY')),
    reply(text('done')),
  );
  const messages = await agent.ask(prompts('first', 'second'));
  expect(resultsOf(messages)).toMatchObject([{ result: 'one' }, { result: 'done' }]);
});

verifies('compact:overflow-all', async ({ open }) => {
  const agent = await open({ model: 'claude-haiku-4-5' });
  const tooLong = status(400, 'prompt is too long: 901000 tokens > 200000 maximum');
  agent.model.says(reply(text('x'.repeat(600_000))), tooLong, tooLong, tooLong, reply(text('SUMMARY')), reply(text('done')));
  const messages = await agent.ask(prompts('first', 'second'));
  expect(resultsOf(messages)[1]).toMatchObject({ result: 'done' });
  const [all, most, less] = agent.model.requests.slice(2, 5).map(({ raw }) => raw.length);
  expect(all).toBeGreaterThan(600_000);
  expect(most).toBeLessThan(all! / 2);
  expect(less).toBeLessThan(most! * 0.7);
  expect(agent.model.requests[4]!.raw).toMatch(/user: first.*characters left out.*xxxx/);
});

verifies('compact:hook-block', async ({ open }) => {
  const agent = await open({ hooks: { PreCompact: [{ hooks: [async () => ({ decision: 'block', reason: 'keep it all' })] }] } });
  agent.model.says(reply(text('one')));
  const messages = await agent.ask(prompts('first', '/compact'));
  expect(agent.model.requests).toHaveLength(1);
  expect(resultsOf(messages)[1]).toMatchObject({ result: 'Not summarised: keep it all' });
});

verifies('compact:resume', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('first answer')), reply(text('SUMMARY')), reply(text('after')));
  const messages = await agent.ask(prompts('first question', '/compact'));
  await agent.ask('go on', { resume: String(resultsOf(messages)[0]!.session_id) });
  const resumed = JSON.stringify(agent.model.requests[2]!.body.messages);
  expect(resumed).toContain('SUMMARY');
  expect(resumed).not.toContain('first answer');
});
