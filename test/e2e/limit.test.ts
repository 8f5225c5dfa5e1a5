import { kindsOf, reply, resultsOf, text, toolUse } from '@inboard/testing';
import { resultError, resultSuccess, type WireMessage } from '@inboard/wire';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { isResult, readRest, readUntil, Talk } from '../talk.js';

const call = () => reply(toolUse('Glob', { pattern: '*' }));
const model = 'claude-sonnet-4-5';
// Of each scripted reply: 100 in, 20 cache write, 30 cache read, 10 out, at 3 / 3.75 / 0.3 / 15 dollars per million.
const replyCost = (100 * 3 + 20 * 3.75 + 30 * 0.3 + 10 * 15) / 1e6;

verifies('limit:max-turns', async ({ open }) => {
  const agent = await open({ maxTurns: 2 });
  agent.model.always(call());
  const messages = await agent.ask('go');
  expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'user', 'assistant', 'user', 'result/error_max_turns']);
  expect(messages.at(-1)).toMatchObject({ is_error: true, num_turns: 3, errors: [expect.stringContaining('maxTurns')] });
  expect(agent.model.requests).toHaveLength(2);
});

verifies('limit:max-turns-per-prompt', async ({ open }) => {
  const agent = await open({ maxTurns: 1 });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('a');
  const query = agent.query(talk);
  await readUntil(query, isResult);
  talk.say('b');
  talk.end();
  expect(kindsOf(await readRest(query)).at(-1)).toBe('result/success');
});

verifies('limit:max-budget', async ({ open }) => {
  const agent = await open({ maxBudgetUsd: replyCost * 1.5, model });
  agent.model.always(call());
  const messages = await agent.ask('go');
  expect(kindsOf(messages).at(-1)).toBe('result/error_max_budget_usd');
  expect(messages.at(-1)).toMatchObject({ is_error: true, errors: [expect.stringContaining('maxBudgetUsd')] });
  expect(agent.model.requests).toHaveLength(2);
});

verifies('limit:sums', async ({ open }) => {
  const agent = await open({ model });
  agent.model.says(call(), reply(text('a')), reply(text('b')));
  const talk = new Talk('one');
  const query = agent.query(talk);
  const first = resultsOf(await readUntil(query, isResult))[0]!;
  talk.say('two');
  talk.end();
  const second = resultsOf(await readRest(query))[0]!;
  expect(first.usage).toMatchObject({ input_tokens: 200, cache_creation_input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 20 });
  expect(second.usage).toMatchObject({
    input_tokens: 100,
    cache_creation_input_tokens: 20,
    cache_read_input_tokens: 30,
    output_tokens: 10,
  });
  expect(first.total_cost_usd).toBeCloseTo(2 * replyCost, 12);
  expect(second.total_cost_usd).toBeCloseTo(3 * replyCost, 12);
  const usage = (second.modelUsage as Record<string, Record<string, number>>)[model]!;
  expect(usage).toMatchObject({
    inputTokens: 300,
    outputTokens: 30,
    cacheReadInputTokens: 90,
    cacheCreationInputTokens: 60,
    webSearchRequests: 0,
    contextWindow: 200_000,
  });
  expect(usage.costUSD).toBeCloseTo(3 * replyCost, 12);
});

verifies('limit:result-fields', async ({ open }) => {
  const agent = await open({ maxTurns: 1 });
  agent.model.says(reply(text('fine')), call());
  const talk = new Talk('one');
  const query = agent.query(talk);
  const [success] = resultsOf(await readUntil(query, isResult));
  talk.say('two');
  talk.end();
  const [failure] = resultsOf(await readRest(query));
  expectWhole(success!, 'success');
  expectWhole(failure!, 'error_max_turns');
});

/** Every field that the definition of the message names is there, and right. */
function expectWhole(message: WireMessage, subtype: string): void {
  const definition = subtype === 'success' ? resultSuccess : resultError;
  const parsed = definition.fields().safeParse(message);
  expect(parsed.error?.issues ?? []).toEqual([]);
  expect(message.subtype).toBe(subtype);
  expect((message.duration_ms as number) >= 0 && Number.isInteger(message.duration_ms)).toBe(true);
}
