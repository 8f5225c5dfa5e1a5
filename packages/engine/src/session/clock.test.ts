import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkTranscript, prompt, reply, resultsOf, ScriptedModel, text, toolUse } from '@inboard/testing';
import { memoryPair, Peer, type HandlersFor, type WireMessage } from '@inboard/wire';
import { afterAll, expect, it } from 'vitest';
import { createEngine } from '../engine.js';
import { realPort } from '../port/port.js';
import { listSessions } from './library/list-sessions.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-clock-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A clock that jumps back by days, ahead by years and over the end of what 32 bits can count, with every look at it. */
function wildClock(): () => Date {
  const times = [
    '2026-03-29T01:59:59.999Z',
    '2038-01-19T03:14:08.000Z',
    '1970-01-01T00:00:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2106-02-07T06:28:16.000Z',
  ];
  let looks = 0;
  return () => new Date(times[(looks += 1) % times.length]!);
}

async function ask(words: string, options: { env: Record<string, string>; resume?: string }): Promise<WireMessage[]> {
  const [host, engine] = memoryPair();
  const seen: WireMessage[] = [];
  const port = { ...realPort, now: wildClock() };
  const serving = createEngine({ cwd: root, settingSources: [], port, ...options }).attach(engine);
  const peer = new Peer<'host'>({ transport: host, handlers: {} as HandlersFor<'host'>, onMessage: (message) => void seen.push(message) }); // nobody is asked anything
  const reading = peer.run();
  await host.send(prompt(words));
  await peer.request('end_input', {});
  await host.end();
  await Promise.all([serving, reading]);
  return seen;
}

it('has no say in the order of things or in how long they take', async () => {
  const model = await ScriptedModel.start([reply(toolUse('Glob', { pattern: '*' })), reply(text('one'))], reply(text('more')));
  const env = { CLAUDE_CONFIG_DIR: join(root, 'config'), PATH: process.env.PATH ?? '', ...model.env };
  const [first] = resultsOf(await ask('first', { env }));
  const resume = String(first!.session_id);
  const later = [...resultsOf(await ask('second', { env, resume })), ...resultsOf(await ask('third', { env, resume }))];
  for (const { subtype, duration_ms, duration_api_ms } of [first!, ...later]) {
    expect(subtype).toBe('success');
    for (const duration of [duration_ms, duration_api_ms] as number[]) expect(duration >= 0 && duration < 60_000).toBe(true);
  }
  const messages = model.requests.at(-1)!.body.messages as { role: string }[];
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant', 'user']);
  const said = JSON.stringify(messages);
  expect(['first', 'second', 'third'].map((words) => said.indexOf(`"${words}"`))).toEqual(
    ['first', 'second', 'third'].map((words) => said.indexOf(`"${words}"`)).toSorted((a, b) => a - b),
  );
  expect(checkTranscript(readFileSync(join(root, 'config', 'sessions', resume, 'transcript.jsonl'), 'utf8'))).toEqual([]);
  expect(await listSessions({ env })).toMatchObject([{ sessionId: resume, summary: 'first' }]);
  await model.close();
});
