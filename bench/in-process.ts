// Measures in one warm process, ours and the bare loop in turns, and prints the figures as JSON.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { query, type Options } from 'inboard';
import { Conversation, until } from './agent.js';
import { bareTurn, type BareAgent } from './baseline.js';
import { concurrent, deltaCount, toolSteps } from './workload.js';

const url = process.argv[2]!;
const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-'));
const cwd = join(folder, 'work');
mkdirSync(cwd);
writeFileSync(join(cwd, 'notes.txt'), 'some notes\n'.repeat(40));
const options: Options = {
  cwd,
  settingSources: [],
  env: {
    PATH: process.env.PATH,
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, 'config'),
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'bench',
  },
};
const bareAgent = (): BareAgent => ({ url, cwd, messages: [] });

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Medians of both sides, run in turns so that a busy machine is equally unkind to both. */
async function compare(runs: number, ours: () => Promise<number>, bare: () => Promise<number>): Promise<{ ours: number; bare: number }> {
  const times = { ours: [] as number[], bare: [] as number[] };
  await ours();
  await bare();
  for (let run = 0; run < runs; run += 1) {
    times.ours.push(await ours());
    times.bare.push(await bare());
  }
  return { ours: median(times.ours), bare: median(times.bare) };
}

async function ask(prompt: string, more: Options = {}, count = { events: 0 }): Promise<void> {
  const agent = query({ prompt, options: { ...options, ...more } });
  await until(agent, 'result', count);
  await agent.return();
}

async function firstMessage(): Promise<number> {
  const started = performance.now();
  const agent = query({ prompt: 'hi', options });
  await until(agent, 'system');
  const elapsed = performance.now() - started;
  await agent.return();
  return elapsed;
}

async function secondTurn(): Promise<number> {
  const conversation = new Conversation(options);
  await conversation.turn('hi');
  const elapsed = await time(() => conversation.turn('and again'));
  await conversation.close();
  return elapsed;
}

async function bareSecondTurn(): Promise<number> {
  const agent = bareAgent();
  await bareTurn(agent, 'hi');
  return time(() => bareTurn(agent, 'and again'));
}

async function deltas(): Promise<number> {
  const count = { events: 0 };
  const elapsed = await time(() => ask('many deltas', { includePartialMessages: true }, count));
  if (count.events < deltaCount) throw new Error(`Only ${count.events} of ${deltaCount} deltas arrived.`);
  return elapsed;
}

async function bareDeltas(): Promise<number> {
  let events = 0;
  const elapsed = await time(() => bareTurn(bareAgent(), 'many deltas', () => (events += 1)));
  if (events < deltaCount) throw new Error(`Only ${events} of ${deltaCount} deltas arrived.`);
  return elapsed;
}

const together = (work: () => Promise<unknown>) => time(() => Promise.all(Array.from({ length: concurrent }, work)));

/** Bytes a session holds that has had a turn and waits for the next prompt. */
async function idleSession(): Promise<number> {
  const settled = async () => {
    for (let round = 0; round < 3; round += 1) {
      globalThis.gc?.();
      await sleep(150);
    }
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = await settled();
  const sessions = Array.from({ length: concurrent }, () => new Conversation(options));
  for (const session of sessions) await session.turn('hi');
  const held = (await settled()) - before;
  for (const session of sessions) await session.close();
  return held / concurrent;
}

const figures = {
  firstMessage: await compare(30, firstMessage, async () => 0),
  textTurn: await compare(
    30,
    () => time(() => ask('hi')),
    () => time(() => bareTurn(bareAgent(), 'hi')),
  ),
  secondTurn: await compare(30, secondTurn, bareSecondTurn),
  toolStep: await compare(
    5,
    async () => (await time(() => ask('tool loop'))) / toolSteps,
    async () => (await time(() => bareTurn(bareAgent(), 'tool loop'))) / toolSteps,
  ),
  deltas: await compare(7, deltas, bareDeltas),
  concurrent: await compare(
    3,
    () => together(() => ask('hi')),
    () => together(() => bareTurn(bareAgent(), 'hi')),
  ),
  rssMb: process.memoryUsage().rss / 1e6,
  idleSessionBytes: await idleSession(),
};
rmSync(folder, { recursive: true, force: true });
process.stdout.write(JSON.stringify(figures));
