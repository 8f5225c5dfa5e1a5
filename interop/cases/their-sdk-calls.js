// The published SDK drives our engine: permissions, hooks, tools that write and run, agents, in-process tools.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { reply, text, toolUse } from '../../packages/testing/dist/index.js';
import { place, published, readRest } from '../place.js';

const { createSdkMcpServer, tool } = published;

const resultsIn = (seen) =>
  seen
    .flatMap(({ type, message }) => (type === 'user' && Array.isArray(message.content) ? message.content : []))
    .filter((block) => block.type === 'tool_result');

/** A model that writes a file and then says it is done. */
const writes = () =>
  place((here) => [reply(toolUse('Write', { file_path: join(here.cwd, 'new.txt'), content: 'hello' })), reply(text('done'))]);

export const cases = {
  async 'canUseTool allows, changes and denies'() {
    const answers = [
      [(input) => ({ behavior: 'allow', updatedInput: input }), 'hello'],
      [(input) => ({ behavior: 'allow', updatedInput: { ...input, content: 'changed' } }), 'changed'],
      [() => ({ behavior: 'deny', message: 'no' }), undefined],
    ];
    for (const [answer, content] of answers) {
      const here = await writes();
      const { seen } = await readRest(here.theirSdk('go', { canUseTool: async (_name, input) => answer(input) }));
      const file = join(here.cwd, 'new.txt');
      assert.equal(existsSync(file) ? readFileSync(file, 'utf8') : undefined, content);
      assert.equal(seen.at(-1).subtype, 'success');
      assert.equal(seen.at(-1).permission_denials.length, content === undefined ? 1 : 0);
    }
  },

  async 'a PreToolUse hook denies, and one that throws never allows'() {
    const hooks = [
      async () => ({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' } }),
      async () => {
        throw new Error('broken');
      },
    ];
    for (const hook of hooks) {
      const here = await writes();
      await readRest(here.theirSdk('go', { permissionMode: 'acceptEdits', hooks: { PreToolUse: [{ hooks: [hook] }] } }));
      assert.equal(existsSync(join(here.cwd, 'new.txt')), false);
    }
  },

  async 'a Stop hook makes the model go on'() {
    const here = await place([reply(text('one')), reply(text('two'))]);
    let calls = 0;
    const stop = async () => ((calls += 1) === 1 ? { decision: 'block', reason: 'once more' } : {});
    const { seen } = await readRest(here.theirSdk('go', { hooks: { Stop: [{ hooks: [stop] }] } }));
    assert.equal(seen.at(-1).result, 'two');
  },

  async 'Bash runs, by rule'() {
    const here = await place([reply(toolUse('Bash', { command: 'echo out; echo err >&2' })), reply(text('done'))]);
    const { seen } = await readRest(here.theirSdk('go', { allowedTools: ['Bash(echo:*)'] }));
    assert.equal(resultsIn(seen)[0].content, 'out\nerr');
    assert.equal(seen.find(({ tool_use_result }) => tool_use_result)?.tool_use_result.stdout, 'out\nerr');
  },

  async 'tools of the host are called'() {
    const add = tool('add', 'Adds', { a: z.number(), b: z.number() }, async ({ a, b }) => ({
      content: [{ type: 'text', text: String(a + b) }],
    }));
    const here = await place([reply(toolUse('mcp__calc__add', { a: 2, b: 3 })), reply(text('five'))]);
    const mcpServers = { calc: createSdkMcpServer({ name: 'calc', tools: [add] }) };
    const { seen } = await readRest(here.theirSdk('go', { mcpServers, allowedTools: ['mcp__calc__add'] }));
    assert.deepEqual(resultsIn(seen)[0].content, [{ type: 'text', text: '5' }]);
  },

  async 'a subagent of the host works'() {
    const agents = { poet: { description: 'writes', prompt: 'You write verse.' } };
    const here = await place([
      reply(toolUse('Task', { description: 'x', prompt: 'a verse', subagent_type: 'poet' }, 'toolu_task')),
      reply(text('roses')),
      reply(text('done')),
    ]);
    const { seen } = await readRest(here.theirSdk('go', { agents }));
    assert.ok(seen.some(({ parent_tool_use_id }) => parent_tool_use_id === 'toolu_task'));
    assert.equal(seen.at(-1).result, 'done');
  },

  async 'an answer in JSON has the shape that was asked for'() {
    const here = await place([reply(toolUse('StructuredOutput', { n: 1 })), reply(text('done'))]);
    const schema = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] };
    const { seen } = await readRest(here.theirSdk('go', { outputFormat: { type: 'json_schema', schema } }));
    assert.deepEqual(seen.at(-1).structured_output, { n: 1 });
  },
};
