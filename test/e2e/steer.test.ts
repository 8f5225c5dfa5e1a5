import { kindsOf, reply, text, textsOf, toolResultsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { descendants } from '@inboard/wire/subprocess';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { allowEndless, endlessCall, isResult, reached, readRest, readUntil, rejection, Talk } from '../talk.js';

const many = Array.from({ length: 400 }, (_, index) => `${index} `);
const textOf = (message: WireMessage) => (message.message as { content: { text?: string }[] }).content[0]?.text;

verifies('steer:interrupt-stream', async ({ open }) => {
  const agent = await open({ includePartialMessages: true });
  agent.model.says(reply(text(...many), { delayMs: 20 }), reply(text('after')));
  const talk = new Talk('go');
  const query = agent.query(talk);
  await readUntil(query, ({ type, event }) => type === 'stream_event' && (event as { type: string }).type === 'content_block_delta');
  const started = performance.now();
  await query.interrupt();
  const rest = await readUntil(query, isResult);
  expect(performance.now() - started).toBeLessThan(1000);
  const ended = rest.filter(({ type }) => type !== 'stream_event');
  // What had come in is not lost.
  expect(kindsOf(ended)).toEqual(['assistant', 'user', 'result/error_during_execution']);
  expect(textOf(ended[1]!)).toBe('[Request interrupted by user]');
  expect(ended[2]).toMatchObject({ is_error: true, errors: ['[Request interrupted by user]'] });
  talk.say('still there?');
  talk.end();
  expect(textsOf(await readRest(query))).toEqual(['after']);
});

verifies('steer:interrupt-tool', async ({ open }) => {
  const agent = await open({ allowedTools: [allowEndless] });
  agent.model.says(reply(endlessCall('t1'), endlessCall('t2')), reply(text('after')));
  const talk = new Talk('go');
  const query = agent.query(talk);
  await readUntil(query, (message) => message.type === 'assistant' && JSON.stringify(message).includes('t2'));
  const { pid } = await query.initializationResult();
  await reached(() => descendants(pid!).length >= 2);
  const started = performance.now();
  await query.interrupt();
  const rest = await readUntil(query, isResult);
  expect(performance.now() - started).toBeLessThan(1000);
  expect(kindsOf(rest)).toEqual(['user', 'user', 'user', 'result/error_during_execution']);
  expect(toolResultsOf(rest).map(({ tool_use_id, is_error }) => [tool_use_id, is_error])).toEqual([
    ['t1', true],
    ['t2', true],
  ]);
  expect(textOf(rest[2]!)).toBe('[Request interrupted by user for tool use]');
  talk.say('still there?');
  talk.end();
  expect(textsOf(await readRest(query))).toEqual(['after']);
  const sent = JSON.stringify(agent.model.requests[1]!.body.messages);
  expect(sent.match(/"tool_result"/g)).toHaveLength(2);
});

verifies('steer:interrupt-idle', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('one')), reply(text('two')));
  const talk = new Talk('a');
  const query = agent.query(talk);
  await readUntil(query, isResult);
  expect(await query.interrupt()).toEqual({ still_queued: [] });
  talk.say('b');
  talk.end();
  expect(kindsOf(await readRest(query))).toEqual(['system/init', 'assistant', 'result/success']);
});

verifies('steer:model', async ({ open }) => {
  const agent = await open({ model: 'claude-sonnet-4-5' });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('a');
  const query = agent.query(talk);
  const models = [(await readUntil(query, isResult))[0]!.model];
  for (const model of ['claude-haiku-4-5', undefined]) {
    await query.setModel(model);
    talk.say('again');
    models.push((await readUntil(query, isResult))[0]!.model);
  }
  talk.end();
  await readRest(query);
  expect(models).toEqual(['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-sonnet-4-5']);
  expect(agent.model.requests.map(({ body }) => body.model)).toEqual(models);
});

verifies('steer:model-mid-turn', async ({ open }) => {
  const agent = await open({ model: 'claude-sonnet-4-5' });
  let release!: () => void;
  const switched = new Promise<void>((resolve) => (release = resolve));
  agent.model.says(async () => (await switched, reply(toolUse('Glob', { pattern: '*' }))), reply(text('ok')));
  const query = agent.query('go');
  await readUntil(query, ({ subtype }) => subtype === 'init');
  await reached(() => agent.model.requests.length === 1);
  await query.setModel('claude-haiku-4-5');
  release();
  const [result] = (await readRest(query)).slice(-1);
  expect(agent.model.requests.map(({ body }) => body.model)).toEqual(['claude-sonnet-4-5', 'claude-haiku-4-5']);
  expect(Object.keys(result!.modelUsage as object)).toEqual(['claude-sonnet-4-5', 'claude-haiku-4-5']);
});

verifies('steer:thinking', async ({ open }) => {
  const agent = await open({ model: 'claude-sonnet-4-5' });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('a');
  const query = agent.query(talk);
  await readUntil(query, isResult);
  for (const tokens of [2048, 0, null]) {
    await query.setMaxThinkingTokens(tokens);
    talk.say('again');
    await readUntil(query, isResult);
  }
  talk.end();
  await readRest(query);
  expect(agent.model.requests.map(({ body }) => body.thinking)).toEqual([
    undefined,
    { type: 'enabled', budget_tokens: 2048 },
    undefined,
    undefined,
  ]);
});

verifies('steer:permission-mode', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const talk = new Talk('a');
  const query = agent.query(talk);
  const first = await readUntil(query, isResult);
  await query.setPermissionMode('plan');
  talk.say('b');
  talk.end();
  const second = await readRest(query);
  expect(first[0]).toMatchObject({ permissionMode: 'default' });
  expect(kindsOf(second)).toEqual(['system/status', 'system/init', 'assistant', 'result/success']);
  expect(second[0]).toMatchObject({ status: null, permissionMode: 'plan' });
  expect(second[1]).toMatchObject({ permissionMode: 'plan' });
});

verifies('steer:permission-mode-refused', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const talk = new Talk();
  const query = agent.query(talk);
  expect(await rejection(query.setPermissionMode('bypassPermissions'))).toMatchObject({
    code: 'request_failed',
    message: expect.stringContaining('allowDangerouslySkipPermissions'),
  });
  expect(await rejection(query.setPermissionMode('whatever' as 'plan'))).toMatchObject({ message: expect.stringContaining('whatever') });
  talk.say('a');
  talk.end();
  expect((await readRest(query))[0]).toMatchObject({ subtype: 'init', permissionMode: 'default' });
});
