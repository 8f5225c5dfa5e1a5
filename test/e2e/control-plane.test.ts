import { kindsOf, reply, resultsOf, text, textsOf, toolUse } from '@inboard/testing';
import * as fc from 'fast-check';
import type { SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { readRest, rejection, Talk } from '../talk.js';

verifies('control:outlives-result', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('one')));
  const talk = new Talk('a');
  talk.end();
  const query = agent.query(talk);
  const asked: Promise<unknown>[] = [];
  for await (const _ of query) asked.push(query.mcpServerStatus());
  expect(await Promise.all(asked)).toEqual([[], [], []]);
  expect(await rejection(query.mcpServerStatus())).toMatchObject({ code: 'transport_closed' });
});

type Action = 'prompt' | 'ask' | 'tick';

/** Prompts and questions in any order; then the input ends while answers are still out. */
verifies('control:no-lost-answer', async ({ open, transport }) => {
  const agent = await open();
  agent.model.always(({ body }) =>
    JSON.stringify((body.messages as unknown[]).at(-1)).includes('tool_result')
      ? reply(text('done'))
      : reply(text('look'), toolUse('Glob', { pattern: '*' })),
  );
  const actions = fc.array(fc.constantFrom<Action>('prompt', 'ask', 'tick'), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(actions, async (script) => {
      const talk = new Talk('begin');
      const query = agent.query(talk, { persistSession: false });
      const reading = readRest(query);
      const answers: Promise<unknown>[] = [];
      for (const action of script) {
        if (action === 'prompt') talk.say('more');
        if (action === 'ask') answers.push(query.mcpServerStatus(), query.setModel('sonnet'));
        if (action === 'tick') await new Promise((resolve) => setImmediate(resolve));
      }
      talk.end();
      const settled = await Promise.allSettled(answers);
      const messages = await reading;
      expect(settled.filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(kindsOf(messages).at(-1)).toBe('result/success');
      expect(kindsOf(messages).filter((kind) => kind === 'system/init')).toHaveLength(resultsOf(messages).length);
      expect(textsOf(messages).at(-1)).toBe('done');
    }),
    { numRuns: transport === 'memory' ? 60 : 12 },
  );
});

verifies('control:slow-consumer', async ({ open }) => {
  const agent = await open({ includePartialMessages: true });
  agent.model.says(reply(text(...Array.from({ length: 3000 }, (_, index) => `${index},`))));
  const query = agent.query('go');
  let asked = 0;
  let deltas = '';
  for await (const message of query) {
    if (message.type !== 'stream_event') continue;
    if (message.event.type === 'content_block_delta' && message.event.delta.type === 'text_delta') deltas += message.event.delta.text;
    if (asked < 5) {
      asked += 1;
      await query.setModel('haiku');
    }
  }
  expect(asked).toBe(5);
  expect(deltas).toBe(Array.from({ length: 3000 }, (_, index) => `${index},`).join(''));
});

verifies('control:stopped-consumer', async ({ open }) => {
  const agent = await open({ includePartialMessages: true });
  const piece = 'x'.repeat(1000);
  const pieces = 30_000;
  agent.model.says(reply(text(...Array.from({ length: pieces }, () => piece))));
  const query = agent.query('go');
  await query.next();
  const before = process.memoryUsage().heapUsed;
  await new Promise((resolve) => setTimeout(resolve, 1500)); // what is proven is that nothing happens meanwhile
  expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(50);
  let length = 0;
  for await (const message of query) {
    if (message.type === 'stream_event' && message.event.type === 'content_block_delta' && message.event.delta.type === 'text_delta')
      length += message.event.delta.text.length;
  }
  expect(length).toBe(pieces * piece.length);
});

verifies('control:prompts-after-input', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const query = agent.query('one');
  await readRest(query);
  expect(await rejection(query.streamInput(new Talk('two')))).toMatchObject({
    code: 'transport_closed',
    message: expect.stringContaining('input'),
  });
});

verifies('control:stream-input', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const first = new Talk('one');
  const query = agent.query(first);
  const more = new Talk('two');
  more.end();
  await query.streamInput(more);
  first.end();
  expect(resultsOf(await readRest(query))).toHaveLength(2);
});

verifies('control:input-throws', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const broken: AsyncIterable<SDKUserMessage> = {
    [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('the source of prompts broke')) }),
  };
  expect(await rejection(readRest(agent.query(broken)))).toMatchObject({ message: 'the source of prompts broke' });
});
