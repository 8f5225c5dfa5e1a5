import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cutAfter, later, reply, resultsOf, status, text, textsOf, thinking, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { noticesIn, retriesIn, talk } from './model-failure.js';

const hello = reply(text('hello'));

verifies('model:fallback', async ({ open }) => {
  const agent = await open({ model: 'opus', fallbackModel: 'haiku' });
  const overloaded = status(529, 'Overloaded');
  agent.model.says(
    overloaded,
    overloaded,
    overloaded,
    reply(text('small says')),
    reply(text('big says')),
    cutAfter(3, [text('half')]),
    overloaded,
    overloaded,
    reply(text('small again')),
  );
  const messages = await talk(agent, ['one', 'two', 'three']);
  expect(agent.model.requests.map((request) => request.body.model)).toEqual([
    ...Array.from({ length: 3 }, () => 'claude-opus-5-5'),
    'claude-haiku-5-5',
    'claude-opus-5-5',
    ...Array.from({ length: 3 }, () => 'claude-opus-5-5'),
    'claude-haiku-5-5',
  ]);
  expect(resultsOf(messages)).toMatchObject([{ result: 'small says', num_turns: 1 }, { result: 'big says' }, { result: 'small again' }]);
  expect(noticesIn(messages)).toEqual(
    Array.from({ length: 2 }, () => 'claude-opus-5-5 is overloaded; claude-haiku-5-5 takes over for this turn.'),
  );
  expect(textsOf(messages)).toEqual(['small says', 'big says', 'small again']);
  const last = agent.model.requests.at(-1)!.body.messages as { role: string }[];
  expect(last.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user']);
});

verifies('model:refused-parameter', async ({ open }) => {
  const agent = await open({ model: 'claude-opus-5', effort: 'low' });
  agent.model.always(({ body }) => {
    if ('thinking' in body) return status(400, 'thinking: Extra inputs are not permitted');
    if ('output_config' in body) return status(400, 'output_config: Extra inputs are not permitted');
    if (Number(body.max_tokens) > 8192)
      return status(400, `max_tokens: ${body.max_tokens} > 8192, which is the maximum allowed number of output tokens`);
    if (JSON.stringify(body).includes('cache_control')) return status(400, 'cache_control: unknown field');
    return hello;
  });
  const messages = await talk(agent, ['one', 'two']);
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success' }, { subtype: 'success' }]);
  expect(noticesIn(messages)).toEqual([
    expect.stringContaining('"thinking"'),
    expect.stringContaining('"output_config"'),
    expect.stringContaining('8192'),
    expect.stringContaining('"cache_control"'),
  ]);
  expect(agent.model.requests).toHaveLength(6);
  expect(retriesIn(messages)).toEqual([]);
});

verifies('model:budget', async ({ open }) => {
  const agent = await open({ model: 'claude-opus-4-8', maxBudgetUsd: 0.03 });
  // 1,000 in at $5, 2,000 read at $0.50, 400 written at $6.25, 300 out at $25 per million.
  const usage = { input_tokens: 1000, cache_read_input_tokens: 2000, cache_creation_input_tokens: 400, output_tokens: 300 };
  agent.model.always(reply(toolUse('Glob', { pattern: '*' }), { usage }));
  const [result] = resultsOf(await agent.ask('go'));
  expect(result).toMatchObject({ subtype: 'error_max_budget_usd', is_error: true, total_cost_usd: expect.closeTo(0.032, 10) });
  expect(result!.modelUsage).toEqual({
    'claude-opus-4-8': {
      inputTokens: 2000,
      outputTokens: 600,
      cacheReadInputTokens: 4000,
      cacheCreationInputTokens: 800,
      webSearchRequests: 0,
      costUSD: expect.closeTo(0.032, 10),
      contextWindow: 1_000_000,
      maxOutputTokens: 128_000,
    },
  });
  expect(agent.model.requests).toHaveLength(2);
});

verifies('model:usage', async ({ open }) => {
  const agent = await open();
  const nonsense = [
    null,
    { input_tokens: -5 },
    { output_tokens: '12' },
    { input_tokens: null },
    { cache_read_input_tokens: -1 },
    { cache_creation_input_tokens: 'many' },
    { input_tokens: 1e300 },
    { cache_creation: { ephemeral_1h_input_tokens: -7 }, input_tokens: {} },
  ];
  for (const usage of nonsense) {
    agent.model.says(reply(text('hm'), { usage }));
    const [result] = resultsOf(await agent.ask('hi'));
    expect(result).toMatchObject({
      subtype: 'success',
      total_cost_usd: 0,
      modelUsage: { 'claude-sonnet-5-5': { costUSD: 0, costBasis: 'unknown' } },
    });
    const counters = Object.values(result!.usage as Record<string, unknown>).filter((value) => typeof value === 'number');
    expect(counters.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
  }
});

verifies('model:thinking', async ({ open }) => {
  const agent = await open();
  const sent = async (options: Options) => {
    agent.model.says(hello);
    await agent.ask('hi', options);
    const { thinking: asked, max_tokens } = agent.model.requests.at(-1)!.body;
    return { asked, max_tokens };
  };
  const budget = { type: 'enabled' as const, budgetTokens: 5000 };
  expect(await sent({ model: 'claude-opus-5-5' })).toEqual({ asked: undefined, max_tokens: 32_000 });
  expect(await sent({ model: 'claude-opus-5-5', thinking: { type: 'disabled' } })).toMatchObject({ asked: undefined });
  expect(await sent({ model: 'claude-opus-5' })).toMatchObject({ asked: { type: 'adaptive' } });
  expect(await sent({ model: 'claude-opus-5', thinking: budget })).toMatchObject({ asked: { type: 'adaptive' } });
  expect(await sent({ model: 'claude-opus-5', thinking: { type: 'disabled' } })).toMatchObject({ asked: { type: 'disabled' } });
  expect(await sent({ model: 'claude-opus-5', maxThinkingTokens: 0 })).toMatchObject({ asked: { type: 'disabled' } });
  expect(await sent({ model: 'claude-opus-4-5-20251101' })).toMatchObject({ asked: undefined });
  expect(await sent({ model: 'claude-opus-4-5-20251101', thinking: budget })).toMatchObject({
    asked: { type: 'enabled', budget_tokens: 5000 },
  });
  expect(await sent({ model: 'haiku', maxThinkingTokens: 9_000_000 })).toMatchObject({ asked: { type: 'adaptive' } });
  expect(await sent({ model: 'claude-haiku-4-5', maxThinkingTokens: 9_000_000 })).toMatchObject({
    asked: { type: 'enabled', budget_tokens: 31_999 },
  });
  expect(await sent({ model: 'claude-haiku-4-5', maxThinkingTokens: 5 })).toMatchObject({
    asked: { type: 'enabled', budget_tokens: 1024 },
  });
  expect(await sent({ model: 'somebody-elses-model', thinking: budget })).toMatchObject({ asked: undefined });
});

verifies('model:cache-prefix', async ({ open }) => {
  const agent = await open({ systemPrompt: { type: 'preset', preset: 'claude_code' } });
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha');
  const read = () => toolUse('Read', { file_path: join(agent.cwd, 'a.txt') });
  agent.model.says(reply(thinking('hm'), text('I look'), read(), read()), reply(text('found')), reply(read()), reply(text('again')));
  agent.model.says(
    cutAfter(5, [text('cut off'), text('here')]),
    cutAfter(5, [text('cut off'), text('here')]),
    reply(text('after the cut')),
    reply(text('so'), thinking('cut short'), { stopReason: 'max_tokens' }),
    reply(thinking('nothing else')),
    reply(text('resumed')),
  );
  const messages = await talk(agent, ['one', 'two', 'three', 'four', 'five', 'six']);
  await agent.ask('seven', { resume: String(messages[0]!.session_id) });
  const raw = agent.model.requests.map((request) => withoutEnd(request.raw));
  expect(raw).toHaveLength(10);
  for (const [index, body] of raw.entries()) {
    const next = raw[index + 1];
    if (next !== undefined) expect(next.slice(0, body.length)).toBe(body);
  }
});

/** A body up to the end of its last message. */
function withoutEnd(raw: string): string {
  expect(raw.endsWith(']}')).toBe(true);
  return raw.slice(0, -2);
}

verifies('model:first-request', async ({ open }) => {
  const agent = await open();
  for (const options of [{}, { systemPrompt: { type: 'preset' as const, preset: 'claude_code' as const } }]) {
    agent.model.says(hello);
    await agent.ask('hi', options);
    expect(Buffer.byteLength(agent.model.requests.at(-1)!.raw)).toBeLessThan(16_000);
  }
});

verifies('model:unknown-model', async ({ open }) => {
  const agent = await open({ model: 'house/model-7' });
  agent.model.knows('house/model-7', { id: 'house/model-7', max_input_tokens: 64_000, max_tokens: 4096 });
  agent.model.always(hello);
  const learned = await untilLearned(agent);
  expect(learned).toMatchObject({ contextWindow: 64_000, maxOutputTokens: 4096, costUSD: 0, costBasis: 'unknown' });
  expect(agent.model.lookups.map(({ path, headers }) => ({ path, key: headers['x-api-key'] }))).toEqual([
    { path: '/v1/models/house%2Fmodel-7', key: 'test-key' },
  ]);

  const other = await open({ model: 'nobody-knows', maxBudgetUsd: 1 });
  other.model.always(later(5, hello));
  const messages = await other.ask('hi');
  expect(usageOf(messages, 'nobody-knows')).toMatchObject({ contextWindow: 200_000, maxOutputTokens: 32_000, costBasis: 'unknown' });
  expect(noticesIn(messages)).toEqual([expect.stringContaining('price of nobody-knows is not known')]);
  expect(other.model.requests[0]!.body.max_tokens).toBe(32_000);
});

verifies('model:unknown-model', async ({ open }) => {
  const agent = await open({ model: 'house/model-8' });
  agent.model.knows('house/model-8', 'silence').always(hello);
  const messages = await talk(agent, ['one', 'two']);
  expect(resultsOf(messages)).toMatchObject([{ result: 'hello' }, { result: 'hello' }]);
  expect(agent.model.lookups).toHaveLength(1);
});

/** Nothing waits for the answer about the model, so a few turns may pass before it is known. */
async function untilLearned(agent: Agent): Promise<unknown> {
  const messages = await talk(
    agent,
    Array.from({ length: 10 }, (_, index) => `prompt ${index}`),
  );
  return usageOf(messages, 'house/model-7');
}

function usageOf(messages: readonly WireMessage[], model: string): unknown {
  return (resultsOf(messages).at(-1)!.modelUsage as Record<string, unknown>)[model];
}
