// Our SDK drives the published engine.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, text, toolUse } from '../../packages/testing/dist/index.js';
import { inboard, isResult, kinds, place, readRest, readUntil, talk, texts } from '../place.js';

const many = Array.from({ length: 400 }, (_, index) => `${index} `);
const write = (here) => reply(toolUse('Write', { file_path: join(here.cwd, 'new.txt'), content: 'written' }, 'toolu_write'));

export const cases = {
  async 'text turn'() {
    const here = await place([reply(text('hello'))]);
    const { seen, error } = await readRest(here.ourSdk('hi'));
    assert.equal(error, undefined);
    assert.deepEqual(kinds(seen), ['system/init', 'assistant', 'result/success']);
  },

  async 'tool loop'() {
    const here = await place([() => reply(toolUse('Read', { file_path: join(here.cwd, 'a.txt') })), reply(text('done'))]);
    writeFileSync(join(here.cwd, 'a.txt'), 'alpha\n');
    const { seen, error } = await readRest(here.ourSdk('read it'));
    assert.equal(error, undefined);
    assert.deepEqual(kinds(seen), ['system/init', 'assistant', 'user', 'assistant', 'result/success']);
    assert.match(JSON.stringify(seen[2]), /alpha/);
  },

  async 'canUseTool allows'() {
    const here = await place([() => write(here), reply(text('done'))]);
    const asked = [];
    const canUseTool = async (name, input, { toolUseID }) => {
      asked.push([name, input.content, toolUseID]);
      return { behavior: 'allow' };
    };
    const { error } = await readRest(here.ourSdk('write it', { canUseTool }));
    assert.equal(error, undefined);
    assert.deepEqual(asked, [['Write', 'written', 'toolu_write']]);
    assert.equal(readFileSync(join(here.cwd, 'new.txt'), 'utf8'), 'written');
  },

  async 'canUseTool denies, also by throwing'() {
    for (const canUseTool of [
      async () => ({ behavior: 'deny', message: 'not today' }),
      async () => {
        throw new Error('not today');
      },
    ]) {
      const here = await place([() => write(here), reply(text('done'))]);
      const { seen } = await readRest(here.ourSdk('write it', { canUseTool }));
      assert.ok(!existsSync(join(here.cwd, 'new.txt')));
      assert.match(JSON.stringify(seen.find(({ type }) => type === 'user')), /not today/);
    }
  },

  async 'callbacks work in a second turn, after the input has ended'() {
    const here = await place([reply(text('first')), () => write(here), reply(text('done'))]);
    const input = talk('one');
    const query = here.ourSdk(input.prompts, { canUseTool: async () => ({ behavior: 'allow' }) });
    await readUntil(query, isResult);
    input.say('two');
    input.end();
    const { error } = await readRest(query);
    assert.equal(error, undefined);
    assert.ok(existsSync(join(here.cwd, 'new.txt')));
  },

  async 'a PreToolUse hook denies'() {
    const here = await place([() => write(here), reply(text('done'))]);
    const called = [];
    const hook = async (input, toolUseID) => {
      called.push([input.hook_event_name, input.tool_name, toolUseID]);
      return {
        hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'the hook says no' },
      };
    };
    const { seen } = await readRest(here.ourSdk('write it', { hooks: { PreToolUse: [{ matcher: 'Write', hooks: [hook] }] } }));
    assert.deepEqual(called, [['PreToolUse', 'Write', 'toolu_write']]);
    assert.match(JSON.stringify(seen.find(({ type }) => type === 'user')), /the hook says no/);
  },

  async 'interrupt, and the session goes on'() {
    const here = await place([reply(text(...many), { delayMs: 20 }), reply(text('after'))]);
    const input = talk('go');
    const query = here.ourSdk(input.prompts, { includePartialMessages: true });
    await readUntil(query, ({ event }) => event?.type === 'content_block_delta');
    await query.interrupt();
    assert.equal(kinds(await readUntil(query, isResult)).at(-1), 'result/error_during_execution');
    input.say('still there?');
    input.end();
    assert.deepEqual(texts((await readRest(query)).seen), ['after']);
  },

  async 'the model can be changed'() {
    const here = await place([reply(text('a')), reply(text('b'))]);
    const input = talk('one');
    const query = here.ourSdk(input.prompts, { model: 'claude-sonnet-4-5-20250929' });
    await readUntil(query, isResult);
    await query.setModel('claude-haiku-4-5-20251001');
    input.say('two');
    input.end();
    const { seen } = await readRest(query);
    assert.equal(seen.find(({ subtype }) => subtype === 'init').model, 'claude-haiku-4-5-20251001');
  },

  async 'several turns and a clean end of input'() {
    const here = await place([reply(text('one')), reply(text('two'))]);
    const input = talk('a');
    const query = here.ourSdk(input.prompts);
    await readUntil(query, isResult);
    input.say('b');
    input.end();
    const { seen, error } = await readRest(query);
    assert.equal(error, undefined);
    assert.deepEqual(texts(seen), ['two']);
  },

  async 'prompts that were sent together are all answered'() {
    const here = await place([reply(text('one')), reply(text('two'))]);
    const input = talk('a', 'b');
    input.end();
    const { seen, error } = await readRest(here.ourSdk(input.prompts));
    assert.equal(error, undefined);
    assert.match(JSON.stringify(here.conversation.at(-1).messages), /"b"/);
    assert.equal(kinds(seen).at(-1), 'result/success');
  },

  async 'facts can be asked for'() {
    const here = await place([reply(text('ok'))]);
    const input = talk('a');
    const query = here.ourSdk(input.prompts);
    assert.ok((await query.supportedModels()).length > 0);
    assert.ok((await query.supportedCommands()).length > 0);
    assert.deepEqual(await query.mcpServerStatus(), []);
    input.end();
    await readRest(query);
  },

  async 'an unknown session is an error result and no error thrown after it'() {
    const here = await place([]);
    const { seen, error } = await readRest(here.ourSdk('a', { resume: '00000000-0000-4000-8000-000000000000' }));
    assert.deepEqual(kinds(seen), ['result/error_during_execution']);
    assert.equal(error, undefined);
  },

  async 'abort ends the iterator and the engine'() {
    const here = await place([reply(text(...many), { delayMs: 20 })]);
    const abortController = new AbortController();
    const query = here.ourSdk('go', { abortController, includePartialMessages: true });
    const { pid } = await query.initializationResult();
    await readUntil(query, ({ event }) => event?.type === 'content_block_delta');
    abortController.abort();
    const { error } = await readRest(query);
    assert.ok(error instanceof inboard.AbortError);
    await query.return();
    assert.throws(() => process.kill(pid, 0));
  },
};
