import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, resultsOf, text, toolUse } from '@inboard/testing';
import type { Options } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { isResult, readUntil, readRest, Talk } from '../talk.js';

const task = () => reply(toolUse('Task', { description: 'a task', prompt: 'inner', subagent_type: 'general-purpose' }));
/** What the scripted model says each reply has used. */
const tokens = { input: 100, output: 10, cacheRead: 30, cacheWrite5m: 20, cacheWrite1h: 0, webSearches: 0 };
const model = 'claude-haiku-4-5';

interface Sums {
  cost: number;
  requests: number;
}

/** What the result of a run says, with requests counted by their input. */
function sumsOf(messages: readonly object[]): Sums {
  const result = resultsOf(messages as Parameters<typeof resultsOf>[0]).at(-1)!;
  const usage = Object.values(result.modelUsage as Record<string, { inputTokens: number; costUSD: number }>);
  const byModel = usage.reduce((sum, { costUSD }) => sum + costUSD, 0);
  expect(byModel).toBeCloseTo(Number(result.total_cost_usd), 12);
  return { cost: Number(result.total_cost_usd), requests: usage.reduce((sum, { inputTokens }) => sum + inputTokens, 0) / tokens.input };
}

const idOf = (messages: readonly object[]) => String((messages.at(-1) as { session_id?: unknown }).session_id);

function rowsOf(agent: Agent, id: string): unknown[] {
  const lines = readFileSync(join(agent.home, '.claude', 'sessions', id, 'transcript.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const { type, row } = JSON.parse(line) as { type: string; row?: unknown };
    return type === 'ledger' ? [row] : [];
  });
}

verifies('ledger:rows', async ({ open }) => {
  const agent = await open({ model });
  agent.model.says(task(), reply(text('inner report'))).always(reply(text('ok')));
  const messages = await agent.ask('go');
  const row = {
    requestId: 'req_scripted',
    model,
    tokens,
    costUsd: expect.closeTo(sumsOf(messages).cost / 3, 12),
    priceVersion: expect.stringMatching(/^\d{4}-\d\d$/),
    durationMs: expect.any(Number),
  };
  expect(rowsOf(agent, idOf(messages))).toEqual([row, { ...row, agentId: expect.stringMatching(/^[0-9a-f]{16}$/) }, row]);
  expect(agent.model.requests).toHaveLength(3);
  // The main conversation has made two of the three.
  expect(resultsOf(messages)[0]!.usage).toMatchObject({ input_tokens: 200, output_tokens: 20, cache_read_input_tokens: 60 });
});

verifies('ledger:totals', async ({ open }) => {
  const agent = await open({ model });
  agent.model.always(reply(text('ok')));
  const ask = async (prompt: string, options: Options = {}) => agent.ask(prompt, options);
  const first = await ask('one');
  const resume = idOf(first);
  const { cost } = sumsOf(first);
  const answer = first.find(({ type }) => type === 'assistant')!;
  agent.model.says(task(), reply(text('inner report')));
  const times = (requests: number) => ({ cost: expect.closeTo(cost * requests, 12), requests });
  expect(sumsOf(await ask('two', { resume }))).toEqual(times(4));
  const fork = await ask('three', { resume, forkSession: true });
  expect(sumsOf(fork)).toEqual(times(1));
  expect(sumsOf(await ask('four', { resume: idOf(fork) }))).toEqual(times(2));
  expect(sumsOf(await ask('five', { resume, resumeSessionAt: String(answer.uuid) }))).toEqual(times(5));
  const [said] = resultsOf(await ask('/cost', { resume }));
  expect(said!.result).toMatch(new RegExp(`^\\$${(cost * 5).toFixed(4)} for 5 requests\\.\n- ${model}: 500 in, 50 out, 150 from cache`));
  expect(rowsOf(agent, resume)).toHaveLength(5);
});

verifies('ledger:budget', async ({ open }) => {
  const agent = await open({ model });
  agent.model.always(reply(text('ok')));
  agent.model.says(task(), reply(text('inner report')));
  const first = await agent.ask('one');
  const resume = idOf(first);
  const maxBudgetUsd = (sumsOf(first).cost / 3) * 2.5;
  const asked = agent.model.requests.length;
  expect(resultsOf(await agent.ask('two', { resume, maxBudgetUsd }))).toMatchObject([{ subtype: 'error_max_budget_usd' }]);
  expect(agent.model.requests).toHaveLength(asked);
  expect(resultsOf(await agent.ask('two', { resume, maxBudgetUsd, forkSession: true }))).toMatchObject([{ subtype: 'success' }]);
});

verifies('ledger:checkpoint', async ({ open }) => {
  const agent = await open({ model });
  agent.model.always(reply(text('ok')));
  const talk = new Talk('turn 1');
  const query = agent.query(talk);
  for (let turn = 2; turn <= 6; turn += 1) {
    await readUntil(query, isResult);
    talk.say(`turn ${turn}`);
  }
  talk.end();
  const messages = await readRest(query);
  const { cost } = sumsOf(messages);
  expect(existsSync(join(agent.home, '.claude', 'sessions', idOf(messages), 'checkpoints'))).toBe(true);
  const later = await agent.ask('later', { resume: idOf(messages) });
  expect(sumsOf(later)).toEqual({ cost: expect.closeTo((cost / 6) * 7, 12), requests: 7 });
  expect(resultsOf(await agent.ask('/cost', { resume: idOf(messages) }))[0]!.result).toContain('for 7 requests.');
});
