import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksIn, kindsOf, reply, resultsOf, stream, eventsOf, text, thinking, toolResultsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { isResult, reached, readRest, readUntil, Talk } from '../talk.js';

const messageIds = (messages: WireMessage[]) =>
  messages.filter(({ type }) => type === 'assistant').map((each) => (each.message as { id: string }).id);
const eventKind = (message: WireMessage) => (message.type === 'stream_event' ? (message.event as { type: string }).type : message.type);

verifies('stream:init-per-turn', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('one')), reply(text('two')));
  const talk = new Talk('a');
  const query = agent.query(talk);
  const first = await readUntil(query, isResult);
  talk.say('b');
  talk.end();
  const second = await readRest(query);
  expect(kindsOf(first)).toEqual(['system/init', 'assistant', 'result/success']);
  expect(kindsOf(second)).toEqual(['system/init', 'assistant', 'result/success']);
  expect(second[0]).toEqual({ ...first[0], uuid: second[0]!.uuid });
});

verifies('stream:line-per-block', async ({ open }) => {
  const agent = await open();
  await writeFile(join(agent.cwd, 'a.txt'), 'alpha');
  agent.model.says(
    reply(thinking('hm'), text('first'), toolUse('Read', { file_path: join(agent.cwd, 'a.txt') }, 't1'), { messageId: 'msg_A' }),
    reply(text('done'), { messageId: 'msg_B' }),
  );
  const messages = await agent.ask('go');
  const lines = messages.filter(({ type }) => type === 'assistant');
  expect(lines.map((line) => (line.message as { content: { type: string }[] }).content.map((block) => block.type))).toEqual([
    ['thinking'],
    ['text'],
    ['tool_use'],
    ['text'],
  ]);
  expect(messageIds(messages)).toEqual(['msg_A', 'msg_A', 'msg_A', 'msg_B']);
  expect(new Set(lines.map((line) => line.uuid)).size).toBe(4);
});

verifies('stream:partial-order', async ({ open }) => {
  const agent = await open();
  const events = eventsOf([text('a', 'b'), toolUse('Glob', { pattern: '*' }, 't1')]);
  agent.model.says(stream(events), reply(text('end')));
  const messages = await agent.ask('go', { includePartialMessages: true });
  const firstReply = messages.slice(
    1,
    messages.findIndex(({ type }) => type === 'user'),
  );
  const block = ['content_block_start', 'content_block_delta', 'content_block_delta', 'assistant', 'content_block_stop'];
  expect(firstReply.map(eventKind)).toEqual(['message_start', ...block, ...block, 'message_delta', 'message_stop']);
  expect(firstReply.filter(({ type }) => type === 'stream_event').map(({ event }) => event)).toEqual(events);
});

verifies('stream:multi-turn', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('one')), reply(text('two')), reply(text('three')));
  const talk = new Talk('a');
  const query = agent.query(talk);
  for (const next of ['b', 'c']) {
    await readUntil(query, isResult);
    talk.say(next);
  }
  talk.end();
  expect(resultsOf(await readRest(query)).map(({ result }) => result)).toEqual(['three']);
  const last = agent.model.requests.at(-1)!.body.messages as { role: string; content: { text: string }[] }[];
  expect(last.map(({ role, content }) => [role, content[0]!.text])).toEqual([
    ['user', 'a'],
    ['assistant', 'one'],
    ['user', 'b'],
    ['assistant', 'two'],
    ['user', 'c'],
  ]);
});

verifies('stream:queued-prompt', async ({ open }) => {
  const agent = await open();
  const talk = new Talk('first');
  agent.model.says(
    async () => {
      talk.say('and this');
      await sent;
      return reply(toolUse('Glob', { pattern: '*' }, 't1'));
    },
    reply(text('both done')),
  );
  let noteSent!: () => void;
  const sent = new Promise<void>((resolve) => (noteSent = resolve));
  const query = agent.query(talk);
  await readUntil(query, ({ subtype }) => subtype === 'init');
  // The engine answers requests in order with prompts: once it has answered, the prompt is in its queue.
  await reached(() => agent.model.requests.length > 0);
  await query.mcpServerStatus();
  noteSent();
  await readUntil(query, isResult);
  talk.end();
  expect(await readRest(query)).toEqual([]);
  const second = agent.model.requests[1]!.body.messages as { role: string; content: { type: string; text?: string }[] }[];
  expect(agent.model.requests).toHaveLength(2);
  expect(JSON.stringify(second.at(-1))).toContain('and this');
});

verifies('stream:parallel-calls', async ({ open }) => {
  const agent = await open();
  const names = Array.from({ length: 12 }, (_, index) => join(agent.cwd, `${index}.txt`));
  // The first files are the longest, so that the later calls end first.
  await Promise.all(names.map((name, index) => writeFile(name, `${index}\n`.repeat(index < 3 ? 20_000 : 1))));
  agent.model.says(reply(...names.map((name, index) => toolUse('Read', { file_path: name, limit: 5 }, `t${index}`))), reply(text('ok')));
  const messages = await agent.ask('read all');
  const ids = names.map((_, index) => `t${index}`);
  expect(toolResultsOf(messages).map(({ tool_use_id }) => tool_use_id)).toEqual(ids);
  expect(blocksIn(messages, 'assistant', 'tool_use').map(({ id }) => id)).toEqual(ids);
  const sent = (agent.model.requests[1]!.body.messages as { content: { tool_use_id: string }[] }[]).at(-1)!.content;
  expect(sent.map(({ tool_use_id }) => tool_use_id)).toEqual(ids);
});
