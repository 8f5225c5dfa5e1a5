// The published SDK drives our engine: turns and what is in them.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, text, thinking, toolUse } from '../../packages/testing/dist/index.js';
import { isResult, kinds, place, readRest, readUntil, talk, texts } from '../place.js';

export const cases = {
  async 'text turn'() {
    const here = await place([reply(text('hello ', 'there'))]);
    const { seen, error } = await readRest(here.theirSdk('hi'));
    assert.equal(error, undefined);
    assert.deepEqual(kinds(seen), ['system/init', 'assistant', 'result/success']);
    assert.equal(seen.at(-1).result, 'hello there');
    assert.equal(seen[0].cwd, here.cwd);
    assert.equal(seen[0].permissionMode, 'default');
  },

  async 'tool loop'() {
    const here = await place(({ cwd }) => [
      reply(text('let me see'), toolUse('Read', { file_path: join(cwd, 'a.txt') })),
      reply(thinking('so'), text('done')),
    ]);
    writeFileSync(join(here.cwd, 'a.txt'), 'alpha\n');
    const { seen } = await readRest(here.theirSdk('read it'));
    assert.deepEqual(kinds(seen), ['system/init', 'assistant', 'assistant', 'user', 'assistant', 'assistant', 'result/success']);
    assert.match(JSON.stringify(seen[3].message), /alpha/);
    assert.equal(seen[1].message.id, seen[2].message.id);
  },

  async 'partial messages come in the order of the API'() {
    const here = await place([reply(text('a', 'b'))]);
    const { seen } = await readRest(here.theirSdk('go', { includePartialMessages: true }));
    const events = ['message_start', 'content_block_start', 'content_block_delta', 'content_block_delta'];
    assert.deepEqual(kinds(seen), [
      'system/init',
      ...events.map((each) => `event/${each}`),
      'assistant',
      'event/content_block_stop',
      'event/message_delta',
      'event/message_stop',
      'result/success',
    ]);
  },

  async 'streaming input, several turns'() {
    const here = await place([reply(text('one')), reply(text('two')), reply(text('three'))]);
    const input = talk('a');
    const query = here.theirSdk(input.prompts);
    for (const next of ['b', 'c']) {
      await readUntil(query, isResult);
      input.say(next);
    }
    input.end();
    const { seen, error } = await readRest(query);
    assert.equal(error, undefined);
    assert.deepEqual(texts(seen), ['three']);
    assert.equal(here.conversation[2].messages.length, 5);
  },

  async 'prompts are echoed on request'() {
    const here = await place([reply(text('ok'))]);
    const input = talk();
    const uuid = randomUUID();
    input.say('hello', { uuid });
    input.end();
    const { seen } = await readRest(here.theirSdk(input.prompts, { extraArgs: { 'replay-user-messages': null } }));
    assert.deepEqual(kinds(seen), ['system/init', 'user', 'assistant', 'result/success']);
    assert.equal(seen[1].uuid, uuid);
    assert.equal(seen[1].isReplay, true);
  },

  async 'models, commands and account can be asked for'() {
    const here = await place([reply(text('ok'))]);
    const input = talk('hi');
    const query = here.theirSdk(input.prompts);
    assert.ok((await query.supportedModels()).some(({ value }) => value === 'sonnet'));
    assert.ok(Array.isArray(await query.supportedCommands()));
    assert.equal((await query.accountInfo()).apiKeySource, 'ANTHROPIC_API_KEY');
    assert.deepEqual(await query.mcpServerStatus(), []);
    input.end();
    assert.equal((await readRest(query)).error, undefined);
  },

  async 'system prompts arrive'() {
    const here = await place([reply(text('ok')), reply(text('ok')), reply(text('ok'))]);
    await readRest(here.theirSdk('hi', { systemPrompt: 'You are a clock.' }));
    await readRest(here.theirSdk('hi', { systemPrompt: { type: 'preset', preset: 'claude_code', append: 'Speak Latin.' } }));
    await readRest(here.theirSdk('hi'));
    const [own, preset, none] = here.conversation.map(({ system }) => JSON.stringify(system));
    assert.match(own, /You are a clock/);
    assert.match(preset, /Speak Latin/);
    assert.ok(none.length < preset.length);
  },

  async 'tools and environment are those that were given'() {
    const here = await place([reply(text('ok'))]);
    const { seen } = await readRest(
      here.theirSdk('hi', { tools: ['Read', 'Glob'], disallowedTools: ['Glob'], env: { ...here.env, ANTHROPIC_API_KEY: 'another-key' } }),
    );
    assert.deepEqual(seen[0].tools, ['Read']);
    assert.equal(here.model.requests[0].headers['x-api-key'], 'another-key');
  },

  async 'settings sources and permission mode flags are understood'() {
    for (const permissionMode of ['default', 'plan', 'acceptEdits', 'dontAsk']) {
      const here = await place([reply(text('ok'))]);
      const { seen, error } = await readRest(here.theirSdk('hi', { settingSources: ['user', 'project'], permissionMode }));
      assert.equal(error, undefined);
      assert.equal(seen[0].permissionMode, permissionMode);
    }
  },
};
