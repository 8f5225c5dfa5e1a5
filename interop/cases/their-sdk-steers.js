// The published SDK drives our engine: steering, limits, failures.
import assert from 'node:assert/strict';
import { reply, status, text, toolUse } from '../../packages/testing/dist/index.js';
import { isResult, kinds, place, readRest, readUntil, talk, texts } from '../place.js';

const many = Array.from({ length: 400 }, (_, index) => `${index} `);
const glob = () => reply(toolUse('Glob', { pattern: '*' }));

export const cases = {
  async 'interrupt while streaming'() {
    const here = await place([reply(text(...many), { delayMs: 20 }), reply(text('after'))]);
    const input = talk('go');
    const query = here.theirSdk(input.prompts, { includePartialMessages: true });
    await readUntil(query, ({ event }) => event?.type === 'content_block_delta');
    await query.interrupt();
    const seen = await readUntil(query, isResult);
    assert.deepEqual(
      kinds(seen).filter((each) => !each.startsWith('event/')),
      ['user', 'result/error_during_execution'],
    );
    input.say('still there?');
    input.end();
    const rest = await readRest(query);
    assert.deepEqual(texts(rest.seen), ['after']);
    assert.equal(rest.error, undefined);
  },

  async 'interrupt while a tool runs'() {
    const here = await place([endless(), reply(text('after'))]);
    const input = talk('go');
    const query = here.theirSdk(input.prompts, { allowedTools: ['Bash(sleep:*)'] });
    await readUntil(query, ({ type }) => type === 'assistant');
    await query.interrupt();
    assert.deepEqual(kinds(await readUntil(query, isResult)), ['user', 'user', 'result/error_during_execution']);
    input.say('next');
    input.end();
    assert.deepEqual(texts((await readRest(query)).seen), ['after']);
  },

  async 'an interrupt at the end is no failure'() {
    const here = await place([reply(text(...many), { delayMs: 20 })]);
    const input = talk('go');
    const query = here.theirSdk(input.prompts, { includePartialMessages: true });
    await readUntil(query, ({ event }) => event?.type === 'content_block_delta');
    await query.interrupt();
    input.end();
    assert.equal((await readRest(query)).error, undefined);
  },

  async 'the model can be changed'() {
    const here = await place([reply(text('a')), reply(text('b'))]);
    const input = talk('one');
    const query = here.theirSdk(input.prompts, { model: 'claude-sonnet-4-5' });
    await readUntil(query, isResult);
    await query.setModel('claude-haiku-4-5');
    input.say('two');
    input.end();
    const { seen } = await readRest(query);
    assert.equal(seen[0].model, 'claude-haiku-4-5');
    assert.deepEqual(
      here.conversation.map(({ model }) => model),
      ['claude-sonnet-4-5', 'claude-haiku-4-5'],
    );
  },

  async 'the permission mode can be changed'() {
    const here = await place([reply(text('a')), reply(text('b'))]);
    const input = talk('one');
    const query = here.theirSdk(input.prompts);
    await readUntil(query, isResult);
    await query.setPermissionMode('plan');
    input.say('two');
    input.end();
    const init = (await readRest(query)).seen.find(({ subtype }) => subtype === 'init');
    assert.equal(init.permissionMode, 'plan');
  },

  async 'the thinking budget can be changed'() {
    const here = await place([reply(text('a')), reply(text('b'))]);
    const input = talk('one');
    const query = here.theirSdk(input.prompts, { model: 'claude-sonnet-4-5' });
    await readUntil(query, isResult);
    await query.setMaxThinkingTokens(2000);
    input.say('two');
    input.end();
    await readRest(query);
    assert.deepEqual(here.conversation[1].thinking, { type: 'enabled', budget_tokens: 2000 });
  },

  async 'maxTurns ends the turn, and the process well'() {
    const here = await place([glob(), glob(), glob()]);
    const { seen, error } = await readRest(here.theirSdk('go', { maxTurns: 2 }));
    assert.deepEqual(kinds(seen), ['system/init', 'assistant', 'user', 'assistant', 'user', 'result/error_max_turns']);
    assert.equal(seen.at(-1).num_turns, 3);
    assert.equal(error, undefined);
  },

  async 'maxBudgetUsd ends the turn'() {
    const here = await place([glob(), glob(), glob()]);
    const { seen, error } = await readRest(here.theirSdk('go', { maxBudgetUsd: 0.000001, model: 'claude-sonnet-4-5' }));
    assert.equal(kinds(seen).at(-1), 'result/error_max_budget_usd');
    assert.equal(error, undefined);
  },

  async 'errors of the API are results that say what happened'() {
    for (const [code, word] of [
      [400, /you may not/],
      [401, /you may not/],
      [500, /you may not/],
    ]) {
      const here = await place(Array.from({ length: 20 }, () => status(code, 'you may not')));
      const { seen } = await readRest(here.theirSdk('go', { env: { ...here.env, CLAUDE_CODE_MAX_RETRIES: '1' } }));
      assert.deepEqual(kinds(seen), ['system/init', 'assistant', 'result/error_during_execution']);
      assert.equal(seen.at(-1).is_error, true);
      assert.match(seen.at(-1).errors[0], word);
    }
  },

  async 'a busy API is asked again'() {
    const here = await place([status(429, 'slow down', { headers: { 'retry-after': '0' } }), reply(text('at last'))]);
    const { seen, error } = await readRest(here.theirSdk('go'));
    assert.deepEqual(kinds(seen), ['system/init', 'assistant', 'result/success']);
    assert.equal(error, undefined);
  },

  async 'abort ends the iterator and the engine'() {
    const here = await place([reply(text(...many), { delayMs: 20 })]);
    const abortController = new AbortController();
    const input = talk('go');
    const query = here.theirSdk(input.prompts, { abortController, includePartialMessages: true });
    const { pid } = await query.initializationResult();
    await readUntil(query, ({ event }) => event?.type === 'content_block_delta');
    const started = performance.now();
    abortController.abort();
    await readRest(query);
    while (isAlive(pid)) {
      assert.ok(performance.now() - started < 5000, 'the engine is still there after 5 s');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  },
};

function endless() {
  return reply(toolUse('Bash', { command: 'sleep 7777' }));
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}
