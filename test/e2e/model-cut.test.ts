import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { blocksIn, cutAfter, errorEvent, eventsOf, leaveOut, pingsOnly, reply, resultsOf, silence, stream, text, textsOf, toolResultsOf, toolUse, type ScriptedBlock } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';
import { expectFailure, retriesIn, sentMessages, standing, standingTexts, talk } from './model-failure.js';

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
  const total = eventsOf(blocks).length;
  for (let events = 0; events < total; events += 1) {
    for (const how of ['reset', 'end'] as const) {
      // Asked again, the model says the same.
      const first = agent.model.requests.length;
      agent.model.says(cutAfter(events, blocks, how), reply(...blocks), reply(text('done')));
      const same = await agent.ask('read');
      expect(retriesIn(same)).toHaveLength(1);
      expect(textsOf(same)).toEqual(['one two', 'done']);
      expect(toolResultsOf(same)).toMatchObject([{ tool_use_id: 'toolu_call', content: expect.stringContaining('alpha') }]);
      // The broken try was paid for as soon as it had begun.
      expect(resultsOf(same)).toMatchObject([{ subtype: 'success', result: 'done', usage: { input_tokens: events === 0 ? 200 : 300 } }]);
      expect(sentMessages(agent, first + 2)).toMatchObject([{ role: 'user' }, { role: 'assistant', content: said }, { role: 'user', content: [{ tool_use_id: 'toolu_call' }] }]);
    }
    // Asked again, the model says something else and calls nothing: the half call must not run.
    agent.model.says(cutAfter(events, blocks), reply(text('no call')));
    const other = await agent.ask('read');
    expect(standingTexts(other)).toEqual(['no call']);
    expect(blocksIn(standing(other), 'assistant', 'tool_use')).toEqual([]);
    expect(toolResultsOf(other)).toEqual([]);
    // Asked again, the model says less: what it did not repeat is taken back.
    agent.model.says(cutAfter(events, blocks), reply(text('one two')));
    const less = await agent.ask('read');
    expect(standingTexts(less)).toEqual(['one two']);
    expect(blocksIn(standing(less), 'assistant', 'tool_use')).toEqual([]);
    expect(resultsOf(less)).toMatchObject([{ subtype: 'success', result: 'one two' }]);
  }
});

verifies('model:cut-twice', async ({ open }) => {
  const { agent, blocks } = await agentWithFile(open);
  const events = eventsOf(blocks);
  for (let cut = 0; cut < events.length; cut += 1) {
    const first = agent.model.requests.length;
    const broken = Array.from({ length: 2 }, () => cutAfter(cut, blocks));
    // Before anything has come a cut is an ordinary failure, tried as often as any other.
    const hasContent = events.slice(0, cut).some((event) => event.type === 'content_block_delta');
    const env = { ...agent.options.env, CLAUDE_CODE_MAX_RETRIES: hasContent ? '10' : '1' };
    agent.model.says(...broken, reply(text('again')));
    const messages = await talk(agent, ['read', 'go on'], { env });
    expect(resultsOf(messages)).toMatchObject([{ subtype: 'error_during_execution', errors: [expect.stringContaining('broke')] }, { subtype: 'success', result: 'again' }]);
    expect(agent.model.requests).toHaveLength(first + 3);
    // What the host has of it is what the model is told it said.
    const kept = blocksIn(standing(messages), 'assistant', 'text').flatMap((block) => ('one two'.startsWith(String(block.text)) ? [String(block.text)] : []));
    const sent = sentMessages(agent, first + 2);
    const reply1 = sent.filter((message) => message.role === 'assistant').flatMap((message) => message.content as { type: string; text?: string }[]);
    expect(reply1.flatMap((block) => (block.type === 'text' ? [block.text] : []))).toEqual(kept);
    const calls = reply1.filter((block) => block.type === 'tool_use').length;
    expect(toolResultsOf(messages)).toMatchObject(Array.from({ length: calls }, () => ({ tool_use_id: 'toolu_call', is_error: true })));
    expect(sent.slice(1, -1).flatMap((message) => (message.role === 'user' ? (message.content as { type: string }[]).map((block) => block.type) : []))).toEqual(Array.from({ length: calls }, () => 'tool_result'));
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
    expect(rest).toMatchObject([...results, { role: 'user', content: [{ text: '[Request interrupted by user]' }] }, { role: 'user' }]);
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
  const quiet = [silence, pingsOnly, cutAfter(0, [], 'stay-open'), cutAfter(3, [text('half')], 'stay-open'), cutAfter(3, [text('half')], 'ping')];
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
    messages.push(message as unknown as WireMessage);
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
