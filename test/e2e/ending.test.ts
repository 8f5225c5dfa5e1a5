import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { reply, text, toolUse } from '@inboard/testing';
import { AbortError, AgentError } from 'inboard';
import { expect } from 'vitest';
import { sdkPath, verifies, type Agent, type Cell } from '../harness.js';
import { collect } from '../harness.js';
import { allowEndless, endlessCall, reached, readRest, readUntil, rejection, Talk } from '../talk.js';

const program = fileURLToPath(new URL('ending-program.js', import.meta.url));

/** Runs the program and says what it found left, and how long it lived after that. */
async function run(agent: Agent, how: string): Promise<{ found: unknown; lingeredMs: number; code: number | null; stderr: string }> {
  const child = spawn(process.execPath, ['--expose-gc', program, JSON.stringify({ sdkPath, how, prompt: 'go', options: agent.options })], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let stderr = '';
  let saidAt = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    saidAt = performance.now();
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, 'exit')) as [number | null];
  const lingeredMs = performance.now() - saidAt;
  return { found: output === '' ? stderr : JSON.parse(output), lingeredMs, code, stderr };
}

const nothing = { left: [], listeners: 0, engineAlive: false };

for (const how of ['readAll', 'breakOut', 'returnEarly', 'returnUnread', 'throwInto', 'closeTwice', 'dispose', 'abort'] as const) {
  verifies(`ending:${how}`, async ({ open }) => {
    const agent = await open({ includePartialMessages: true });
    agent.model.says(reply(toolUse('Glob', { pattern: '*' })), reply(text('a', 'b', 'c'), how === 'readAll' ? {} : { delayMs: 300 }));
    const ended = await run(agent, how);
    expect(ended.found).toEqual(nothing);
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.lingeredMs).toBeLessThan(2000);
  });
}

verifies('ending:forgotten', async ({ open }) => {
  const agent = await open({ includePartialMessages: true });
  agent.model.says(reply(text(...Array.from({ length: 1000 }, () => 'x')), { delayMs: 100 }));
  const ended = await run(agent, 'forget');
  expect(ended.found).toMatchObject({ engineAlive: false });
  expect(ended.lingeredMs).toBeLessThan(2000);
});

verifies('ending:abort-anywhere', async ({ open }) => {
  const agent = await open({ includePartialMessages: true, persistSession: false });
  agent.model.always(({ body }) =>
    JSON.stringify(body.messages).includes('tool_result') ? reply(text('a', 'b')) : reply(toolUse('Glob', { pattern: '*' })),
  );
  const total = (await agent.ask('go')).length;
  expect(total).toBeGreaterThan(12);
  for (let index = 0; index < total - 1; index += 1) {
    const abortController = new AbortController();
    const query = agent.query('go', { abortController });
    const pid = (await query.initializationResult()).pid!;
    for (let read = 0; read <= index; read += 1) await query.next();
    abortController.abort();
    const error = await rejection(query.next());
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ name: 'AbortError', code: 'aborted' });
    expect(await query.next()).toEqual({ value: undefined, done: true });
    await query.return();
    if (pid !== process.pid) expect(isAlive(pid)).toBe(false);
  }
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false; // no such process
  }
}

verifies('ending:abort-before', async ({ open }) => {
  const agent = await open();
  expect(() => agent.query('go', { abortController: aborted() })).toThrow(AbortError);
  expect(agent.model.requests).toEqual([]);
});

function aborted(): AbortController {
  const controller = new AbortController();
  controller.abort();
  return controller;
}

verifies('ending:abort-in-tool', async ({ open }) => {
  const agent = await open({ allowedTools: [allowEndless] });
  agent.model.says(reply(endlessCall()));
  const abortController = new AbortController();
  const query = agent.query('go', { abortController });
  await readUntil(query, ({ type }) => type === 'assistant');
  const started = performance.now();
  abortController.abort();
  expect(await rejection(readRest(query))).toBeInstanceOf(AbortError);
  await query.return();
  expect(performance.now() - started).toBeLessThan(1500);
});

verifies('ending:requests-after', async ({ open }) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  const query = agent.query('go');
  const waiting = query.setModel('haiku');
  await Promise.allSettled([query.return(), waiting]);
  const error = await rejection(query.interrupt());
  expect(AgentError.is(error) && error.code).toBe('transport_closed');
  expect(await query.next()).toEqual({ value: undefined, done: true });
});

verifies('ending:prompt-source', async ({ open }: Cell) => {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  let returned = false;
  async function* prompts() {
    try {
      yield* new Talk('one');
    } finally {
      returned = true;
    }
  }
  const query = agent.query(prompts());
  await readUntil(query, ({ type }) => type === 'result');
  await query.return();
  const other = new Talk('one');
  const second = agent.query(other);
  await second.return();
  await reached(() => other.ended);
  expect(other.ended).toBe(true);
  expect(returned).toBe(false); // a generator in the middle of waiting cannot be ended by anybody
});

verifies(
  'ending:many',
  async ({ open }) => {
    const agent = await open({ persistSession: false });
    agent.model.always(({ body }) =>
      reply(text(`you said ${JSON.stringify(body.messages).match(/number \d+/)?.[0] ?? ''}`), { delayMs: 1 }),
    );
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) => collect(agent.query(`number ${index}`))));
    expect(all.map((messages) => messages.at(-1)!.result)).toEqual(Array.from({ length: 50 }, (_, index) => `you said number ${index}`));
    expect(new Set(all.map((messages) => messages[0]!.session_id)).size).toBe(50);
  },
  { on: ['memory'] },
);
