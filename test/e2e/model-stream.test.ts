import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  beginTwice,
  blocksIn,
  bytes,
  encodeEvents,
  eventsOf,
  leaveOut,
  page,
  pieceFirst,
  reply,
  resultsOf,
  status,
  stream,
  text,
  textsOf,
  thinking,
  toolResultsOf,
  toolUse,
  wholeMessage,
  type Step,
} from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { expectFailure, noticesIn, retriesIn, sentMessages } from './model-failure.js';

const words = 'naïve — 日本語 🙂 "quoted"\nsecond line';

verifies('model:sse', async ({ open }) => {
  const agent = await open({ includePartialMessages: true });
  const big = 'x'.repeat(3_000_000);
  const forms = [
    reply(text(words), { lineEnd: '\r\n' }),
    reply(text(words), { lineEnd: '\r' }),
    reply(text(words), { lineEnd: '\r', chunkBytes: 1 }),
    reply(text(words), { lineEnd: '\r\n', chunkBytes: 1 }),
    reply(text(words), { chunkBytes: 1 }),
    reply(text(words), { chunkBytes: 3, comments: true, multiLine: true }),
    reply(text(words), { byteOrderMark: true }),
    ...(['gzip', 'deflate', 'br'] as const).map((compress) => reply(text(words), { compress, chunkBytes: 5 })),
    stream(eventsOf([text(words)]).flatMap((event) => [{ type: 'news_of_tomorrow', index: 'x' }, event])),
    bytes([encodeEvents(eventsOf([text(words)])).trimEnd()]),
  ];
  for (const form of forms) {
    agent.model.says(form);
    const messages = await agent.ask('hi');
    expect(textsOf(messages)).toEqual([words]);
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: words }]);
    expect(streamedText(messages)).toBe(words);
    expect(retriesIn(messages)).toEqual([]);
  }
  agent.model.says(reply(text(big)));
  expect(textsOf(await agent.ask('hi'))).toEqual([big]);
});

verifies('model:sse-damage', async ({ open }) => {
  const agent = await open();
  const whole = eventsOf([text('fine')]);
  const start = encodeEvents([whole[0]!]);
  const damaged = [
    bytes(['event: message_start\ndata: {"type":"message_start","mess\n\n']),
    bytes(['data: "just a string"\n\n']),
    bytes(['data: null\n\n']),
    bytes(['data: {"type":"message_start"}\n\n']),
    bytes([start, 'data: {"type":"content_block_start","index":0,"content_block":null}\n\n']),
    bytes([start, 'data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"Read"}}\n\n']),
    bytes([start, 'data: {"type":"content_block_delta","index":0}\n\n']),
    bytes([start, 'data: {"type":"message_delta"}\n\n']),
    stream(whole.slice(1)),
    bytes([start, start]),
    bytes(['this is no stream at all']),
    bytes(['\u0000\u0001\u0002'], { headers: { 'content-encoding': 'gzip' } }),
    bytes(['{"type":"message"'], { headers: { 'content-type': 'application/json' } }),
  ];
  for (const step of damaged) {
    agent.model.says(step, reply(text('fine')));
    const messages = await agent.ask('hi');
    expect(retriesIn(messages)).toHaveLength(1);
    expect(textsOf(messages)).toEqual(['fine']);
  }
  agent.model.always(bytes(['data: {nonsense\n\n']));
  expect(expectFailure(await agent.ask('hi'), 'server_error')).toContain('not JSON: {nonsense');
  agent.model.always(page('<html>Log in to the hotel</html>'));
  expect(expectFailure(await agent.ask('hi'), 'server_error')).toContain('Log in to the hotel');
});

verifies('model:call-damage', async ({ open }) => {
  const agent = await open();
  const file = join(agent.cwd, 'a.txt');
  await writeFile(file, 'alpha');
  const call = toolUse('Read', { file_path: file }, 'toolu_x');
  const events = eventsOf([call]);
  const cases: { step: Step; says: RegExp }[] = [
    { step: reply(toolUse('Read', `{"file_path": "${file}`, 'toolu_x')), says: /not valid JSON/ },
    { step: reply(toolUse('Read', '["a"]', 'toolu_x')), says: /not an object/ },
    { step: reply(toolUse('Read', '7', 'toolu_x')), says: /not an object/ },
    { step: stream(beginTwice(events, 0)), says: /began twice/ },
    { step: stream(pieceFirst(events, 0)), says: /without its beginning|not valid JSON/ },
    { step: stream(leaveOut(events, 'content_block_stop')), says: /never ended/ },
    {
      step: stream([
        ...events.slice(0, 2),
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'hm' } },
        ...events.slice(2),
      ]),
      says: /got a text_delta/,
    },
    { step: reply(toolUse('Reed', { file_path: file }, 'toolu_x')), says: /no tool named "Reed"/ },
    { step: reply(toolUse('Read', { file_path: 7 }, 'toolu_x')), says: /not valid/ },
    { step: reply(toolUse('Read', { path: 'x'.repeat(5_000_000) }, 'toolu_x')), says: /not valid/ },
  ];
  for (const { step, says } of cases) {
    const first = agent.model.requests.length;
    agent.model.says(step, reply(text('sorry')));
    const messages = await agent.ask('read');
    expect(toolResultsOf(messages)).toMatchObject([{ tool_use_id: 'toolu_x', is_error: true, content: expect.stringMatching(says) }]);
    expect(sentMessages(agent, first + 1).at(-1)).toMatchObject({
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'toolu_x', is_error: true }],
    });
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: 'sorry' }]);
  }
  // A server that damages every call does not cost a fortune.
  agent.model.always(reply(toolUse('Read', '{"file', 'toolu_y')));
  const before = agent.model.requests.length;
  expect(expectFailure(await agent.ask('read'), 'server_error')).toContain('in a row');
  expect(agent.model.requests.length - before).toBe(3);
});

verifies('model:stop-reasons', async ({ open }) => {
  const agent = await open();
  const call = (input: unknown) => toolUse('Glob', input, 'toolu_g');

  agent.model.says(reply(text('I am writing and'), { stopReason: 'max_tokens' }));
  const cutText = await agent.ask('hi');
  expect(resultsOf(cutText)).toMatchObject([{ subtype: 'success', result: 'I am writing and', stop_reason: 'max_tokens' }]);
  expect(noticesIn(cutText)).toEqual([expect.stringContaining('CLAUDE_CODE_MAX_OUTPUT_TOKENS')]);

  for (const step of [
    reply(call('{"pattern": "*'), { stopReason: 'max_tokens' }),
    reply(call(''), { stopReason: 'max_tokens' }),
    reply(call({ pattern: '*' }), { stopReason: 'max_tokens' }),
  ]) {
    agent.model.says(step, reply(text('shorter')));
    const cutCall = await agent.ask('hi');
    expect(toolResultsOf(cutCall)).toMatchObject([{ is_error: true, content: expect.stringContaining('limit of output tokens') }]);
    expect(resultsOf(cutCall)).toMatchObject([{ result: 'shorter' }]);
  }

  agent.model.says(reply(text('I would rather'), { stopReason: 'refusal' }));
  expect(expectFailure(await agent.ask('hi'), 'invalid_request')).toContain('declined');

  const before = agent.model.requests.length;
  agent.model.says(reply(text('wait'), { stopReason: 'pause_turn' }), reply(text('now')));
  expect(resultsOf(await agent.ask('hi'))).toMatchObject([{ result: 'now', num_turns: 2 }]);
  expect(sentMessages(agent, before + 1)).toMatchObject([
    { role: 'user' },
    { role: 'assistant', content: [{ type: 'text', text: 'wait' }] },
  ]);

  for (const step of [reply({}), reply({ stopReason: 'pause_turn' }), reply(text('')), reply(text(' \n'))]) {
    agent.model.says(step);
    const empty = await agent.ask('hi');
    expect(resultsOf(empty)).toMatchObject([{ subtype: 'success', result: '' }]);
    expect(textsOf(empty)).toEqual([]);
  }

  agent.model.says(reply(text('hm'), { stopReason: 'something_new' }));
  expect(resultsOf(await agent.ask('hi'))).toMatchObject([{ subtype: 'success', result: 'hm', stop_reason: 'something_new' }]);
});

verifies('model:unknown-block', async ({ open }) => {
  const agent = await open();
  const strange = { type: 'hologram', data: { x: [1, 2] }, note: 'as it came' };
  agent.model.says(reply(strange, toolUse('Glob', { pattern: '*' }, 'toolu_g')), reply(text('done')));
  const messages = await agent.ask('hi');
  expect(blocksIn(messages, 'assistant', 'hologram')).toEqual([strange]);
  expect(sentMessages(agent, 1)[1]).toEqual({
    role: 'assistant',
    content: [strange, { type: 'tool_use', id: 'toolu_g', name: 'Glob', input: { pattern: '*' } }],
  });
});

verifies('model:thinking-kept', async ({ open }) => {
  const agent = await open();
  const sealed = { type: 'redacted_thinking', data: 'c2VhbGVk' };
  agent.model.says(reply(thinking('let me see', 'sig=='), sealed, toolUse('Glob', { pattern: '*' }, 'toolu_g')), reply(text('done')));
  await agent.ask('hi');
  expect(sentMessages(agent, 1)[1]).toEqual({
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'let me see', signature: 'sig==' },
      sealed,
      { type: 'tool_use', id: 'toolu_g', name: 'Glob', input: { pattern: '*' } },
    ],
  });
});

verifies('model:whole-message', async ({ open }) => {
  const agent = await open({ includePartialMessages: true });
  agent.model.says(
    wholeMessage([thinking('hm'), text('I look'), toolUse('Glob', { pattern: '*' }, 'toolu_g')]),
    wholeMessage([text(words)]),
    status(200, 'overloaded', { type: 'overloaded_error' }),
    wholeMessage([text('fine')]),
  );
  const messages = await agent.ask('hi');
  expect(textsOf(messages)).toEqual(['I look', words]);
  expect(toolResultsOf(messages)).toMatchObject([{ tool_use_id: 'toolu_g' }]);
  expect(streamedText(messages)).toBe(`I look${words}`);
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: words, usage: { input_tokens: 200, output_tokens: 20 } }]);
  const second = await agent.ask('again');
  expect(retriesIn(second)).toMatchObject([{ error_status: 529 }]);
  expect(textsOf(second)).toEqual(['fine']);
});

function streamedText(messages: readonly WireMessage[]): string {
  const events = messages.flatMap((message) => (message.type === 'stream_event' ? [message.event as { delta?: { text?: string } }] : []));
  return events.map((event) => event.delta?.text ?? '').join('');
}
