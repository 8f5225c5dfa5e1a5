import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  blocksIn,
  cutAfter,
  errorEvent,
  eventsOf,
  leaveOut,
  pingsOnly,
  reply,
  resultsOf,
  silence,
  stream,
  text,
  textsOf,
  toolResultsOf,
  toolUse,
  type ScriptedBlock,
} from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { expectFailure, retriesIn, sentMessages, standing, standingTexts, talk, turnsOf } from './model-failure.js';

const said = [
  { type: 'text', text: 'one two' },
  { type: 'tool_use', id: 'toolu_call', name: 'Read' },
];

async function agentWithFile(open: () => Promise<Agent>): Promise<{ agent: Agent; blocks: ScriptedBlock[] }> {
  const agent = await open();
  const file = join(agent.cwd, 'a.txt');
  await writeFile(file, 'alpha');
  return { agent, blocks: [text('one ', 'two'), toolUse('Read', { file_path: file }, 'toolu_call')] };
}

verifies('model:cut', async ({ open }) => {
  const { agent, blocks } = await agentWithFile(open);
  const cuts = eventsOf(blocks).map((_, events) => events);
  for (const cut of cuts) {
    agent.model.says(
      cutAfter(cut, blocks, 'reset'),
      reply(...blocks),
      reply(text('done')),
      cutAfter(cut, blocks, 'end'),
      reply(...blocks),
      reply(text('done')),
      cutAfter(cut, blocks),
      reply(text('no call')),
      cutAfter(cut, blocks),
      reply(text('one two')),
    );
  }
  const turns = turnsOf(
    await talk(
      agent,
      cuts.flatMap((cut) => ['reset', 'end', 'other', 'less'].map((how) => `${how} after ${cut}`)),
    ),
  );
  expect(turns).toHaveLength(cuts.length * 4);
  for (const cut of cuts) {
    const [reset, end, other, less] = turns.slice(cut * 4, cut * 4 + 4) as [WireMessage[], WireMessage[], WireMessage[], WireMessage[]];
    // Asked again, the model says the same. The broken try was paid for as soon as it had begun.
    for (const same of [reset, end]) {
      expect(retriesIn(same)).toHaveLength(1);
      expect(textsOf(same)).toEqual(['one two', 'done']);
      expect(toolResultsOf(same)).toMatchObject([{ tool_use_id: 'toolu_call', content: expect.stringContaining('alpha') }]);
      expect(resultsOf(same)).toMatchObject([{ subtype: 'success', result: 'done', usage: { input_tokens: cut === 0 ? 200 : 300 } }]);
    }
    // Asked again, the model says something else and calls nothing: the half call must not run.
    expect(standingTexts(other)).toEqual(['no call']);
    // Asked again, the model says less: what it did not repeat is taken back.
    expect(standingTexts(less)).toEqual(['one two']);
    for (const callless of [other, less]) {
      expect(blocksIn(standing(callless), 'assistant', 'tool_use')).toEqual([]);
      expect(toolResultsOf(callless)).toEqual([]);
      expect(resultsOf(callless)).toMatchObject([{ subtype: 'success' }]);
    }
  }
  const asked = { role: 'user' };
  const called = [
    asked,
    { role: 'assistant', content: said },
    { role: 'user', content: [{ tool_use_id: 'toolu_call' }] },
    { role: 'assistant', content: [{ text: 'done' }] },
  ];
  const answered = (words: string) => [asked, { role: 'assistant', content: [{ type: 'text', text: words }] }];
  const conversation = cuts.flatMap(() => [...called, ...called, ...answered('no call'), ...answered('one two')]);
  expect(sentMessages(agent, agent.model.requests.length - 1)).toMatchObject(conversation.slice(0, -1));
});

verifies('model:cut-twice', async ({ open }) => {
  const { agent, blocks } = await agentWithFile(open);
  const events = eventsOf(blocks);
  const firstContent = events.findIndex((event) => event.type === 'content_block_delta') + 1;
  // Before anything has come a cut is an ordinary failure, tried as often as any other; after that once.
  const ranges = [
    { from: 0, to: firstContent, retries: '1' },
    { from: firstContent, to: events.length, retries: '10' },
  ];
  for (const { from, to, retries } of ranges) {
    const first = agent.model.requests.length;
    const cuts = Array.from({ length: to - from }, (_, index) => from + index);
    for (const cut of cuts) agent.model.says(cutAfter(cut, blocks), cutAfter(cut, blocks), reply(text('again')));
    const messages = await talk(
      agent,
      cuts.flatMap((cut) => [`read ${cut}`, 'go on']),
      { env: { ...agent.options.env, CLAUDE_CODE_MAX_RETRIES: retries } },
    );
    expect(resultsOf(messages)).toMatchObject(
      cuts.flatMap(() => [
        { subtype: 'error_during_execution', errors: [expect.stringContaining('broke')] },
        { subtype: 'success', result: 'again' },
      ]),
    );
    expect(agent.model.requests).toHaveLength(first + cuts.length * 3);
    // What the host has of it is what the model is told it said, and every call is answered.
    const sent = sentMessages(agent, agent.model.requests.length - 1).flatMap((message) =>
      Array.isArray(message.content) ? (message.content as { type: string; text?: string }[]) : [],
    );
    const kept = [...standing(messages), ...messages.filter((message) => message.type === 'user')].filter(
      (message) => (message.message as { model?: string }).model !== '<synthetic>',
    );
    expect(sent.filter((block) => block.text?.startsWith('one')).map((block) => block.text)).toEqual(
      standingTexts(kept).filter((words) => words.startsWith('one')),
    );
    const calls = sent.filter((block) => block.type === 'tool_use');
    expect(calls).toHaveLength(blocksIn(kept, 'assistant', 'tool_use').length);
    expect(sent.filter((block) => block.type === 'tool_result')).toMatchObject(
      calls.map(() => ({ tool_use_id: 'toolu_call', is_error: true })),
    );
    expect(toolResultsOf(messages)).toHaveLength(calls.length);
  }
});

verifies('model:interrupted-reply', async ({ open }) => {
  const { agent, blocks } = await agentWithFile(open);
  const kept = [[{ type: 'text', text: 'one ' }], [said[0]], said];
  for (const [index, cut] of [3, 6, eventsOf(blocks).length - 2].entries()) {
    const first = agent.model.requests.length;
    agent.model.says(cutAfter(cut, blocks, 'stay-open'), reply(text('again')));
    let events = 0;
    const messages = await talk(agent, ['read', 'go on'], { includePartialMessages: true }, async (message, running) => {
      if (message.type === 'stream_event' && (events += 1) === cut) await running.interrupt();
    });
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'error_during_execution' }, { subtype: 'success', result: 'again' }]);
    const [, answer, ...rest] = sentMessages(agent, first + 1);
    expect(answer).toMatchObject({ role: 'assistant', content: kept[index] });
    const results = index === 2 ? [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'toolu_call', is_error: true }] }] : [];
    const told = index === 2 ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]';
    expect(rest).toMatchObject([...results, { role: 'user', content: [{ text: told }] }, { role: 'user' }]);
  }
});

verifies('model:error-event', async ({ open }) => {
  const agent = await open();
  agent.model.says(errorEvent('overloaded_error', 'Overloaded', [text('half')]), reply(text('half and whole')));
  const recovered = await agent.ask('hi');
  expect(retriesIn(recovered)).toMatchObject([{ error_status: 529, error: expect.stringContaining('overloaded_error') }]);
  expect(standingTexts(recovered)).toEqual(['half and whole']);

  agent.model.says(errorEvent('api_error', 'Internal'), reply(text('fine')));
  expect(textsOf(await agent.ask('hi'))).toEqual(['fine']);

  agent.model.says(errorEvent('invalid_request_error', 'this cannot be', [text('half')]));
  const refused = await agent.ask('hi');
  expect(retriesIn(refused)).toEqual([]);
  expect(expectFailure(refused, 'invalid_request')).toContain('invalid_request_error): this cannot be');
});

verifies('model:no-end', async ({ open }) => {
  const agent = await open();
  agent.model.always(stream(leaveOut(eventsOf([text('all of it')]), 'message_stop')));
  const messages = await agent.ask('hi');
  expect(expectFailure(messages, 'server_error')).toContain('ended before it was complete');
  expect(textsOf(messages).filter((words) => words === 'all of it')).toHaveLength(1);
  expect(agent.model.requests).toHaveLength(2);
});

verifies('model:open-socket', async ({ open }) => {
  const agent = await open({});
  agent.model.says(reply(text('over'), { after: 'stay-open' }), reply(text('and over'), { after: 'ping' }));
  const messages = await talk(agent, ['one', 'two']);
  expect(resultsOf(messages)).toMatchObject([{ result: 'over' }, { result: 'and over' }]);
  for (const result of resultsOf(messages)) expect(result.duration_ms).toBeLessThan(5000);
});

verifies('model:silence', async ({ open }) => {
  const agent = await open();
  const env = { ...agent.options.env, CLAUDE_STREAM_IDLE_TIMEOUT_MS: '150', API_TIMEOUT_MS: '400' };
  const quiet = [
    silence,
    pingsOnly,
    cutAfter(0, [], 'stay-open'),
    cutAfter(3, [text('half')], 'stay-open'),
    cutAfter(3, [text('half')], 'ping'),
  ];
  for (const step of quiet) {
    agent.model.says(step, reply(text('half and whole')));
    const messages = await agent.ask('hi', { env });
    expect(retriesIn(messages)).toMatchObject([{ error: expect.stringMatching(/none within 400 ms|nothing came for 150 ms/) }]);
    expect(standingTexts(messages)).toEqual(['half and whole']);
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'success' }]);
  }
  const before = agent.model.requests.length;
  agent.model.always(pingsOnly);
  expect(expectFailure(await agent.ask('hi', { env }), 'server_error')).toContain('CLAUDE_STREAM_IDLE_TIMEOUT_MS');
  expect(agent.model.requests.length - before).toBe(3);
});

verifies('model:paused', async ({ open, transport }) => {
  const agent = await open({ includePartialMessages: true });
  const words = Array.from({ length: 12 }, (_, index) => `${index} `);
  agent.model.says(reply(text(...words), { delayMs: 20 }));
  const running = agent.query('count', { env: { ...agent.options.env, CLAUDE_STREAM_IDLE_TIMEOUT_MS: '250' } });
  const { pid } = await running.initializationResult();
  const messages: WireMessage[] = [];
  for await (const message of running) {
    const isFirst = message.type === 'stream_event' && messages.every((each) => each.type !== 'stream_event');
    messages.push(message);
    if (isFirst) await (transport === 'memory' ? stopThisProcess(600) : stopProcess(pid!, 600));
  }
  expect(retriesIn(messages)).toEqual([]);
  expect(resultsOf(messages)).toMatchObject([{ subtype: 'success', result: words.join('') }]);
});

/** What a sleeping machine does to a process. */
async function stopProcess(pid: number, milliseconds: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await sleep(milliseconds);
  process.kill(pid, 'SIGCONT');
}

/** The same for the process we are in. The server of the test stops too, and goes on with it. */
function stopThisProcess(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
