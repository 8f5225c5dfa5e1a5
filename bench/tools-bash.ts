// Measures the Bash tool: what a command costs beyond a bare spawn, and what a flood of output costs in memory.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reply, ScriptedModel, text, toolUse } from '@inboard/testing';
import { query, type Options } from 'inboard';

export interface Row {
  name: string;
  ours: number;
  baseline: number;
  ratio: number;
}

const calls = 60;
const floodBytes = 2_000_000_000;
const megabyte = 1024 * 1024;

/** Milliseconds per `true`, against a bare spawn of bash; megabytes of memory at most during a flood, against the same engine at rest. */
export async function measureBash(cli: string): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-'));
  const model = await ScriptedModel.start();
  const options: Options = {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...model.env },
    settingSources: [],
    tools: ['Bash'],
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
    persistSession: false,
  };
  try {
    const spawned = await perSpawn();
    const called = await perCall(model, options);
    const rest = await peakMemory(model, { ...options, pathToClaudeCodeExecutable: cli }, 'true');
    const flood = await peakMemory(model, { ...options, pathToClaudeCodeExecutable: cli }, `head -c ${floodBytes} /dev/zero`);
    return [row('Bash true (ms)', called, spawned), row('2 GB of output (MB resident)', flood, rest)];
  } finally {
    await model.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const row = (name: string, ours: number, baseline: number): Row => ({ name, ours, baseline, ratio: ours / baseline });
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

async function perSpawn(): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < calls; run += 1) {
    const started = performance.now();
    await once(spawn('bash', ['-c', 'true']), 'close');
    times.push(performance.now() - started);
  }
  return median(times);
}

/** The calls are all in one reply, so nothing but the tool lies between two results. */
async function perCall(model: ScriptedModel, options: Options): Promise<number> {
  model.says(reply(...Array.from({ length: calls + 1 }, () => toolUse('Bash', { command: 'true' }))), reply(text('done')));
  const arrivals: number[] = [];
  for await (const message of query({ prompt: 'go', options })) if (message.type === 'user') arrivals.push(performance.now());
  return median(arrivals.slice(1).map((time, index) => time - arrivals[index]!));
}

async function peakMemory(model: ScriptedModel, options: Options, command: string): Promise<number> {
  model.says(reply(toolUse('Bash', { command })), reply(text('done')));
  const asked = query({ prompt: 'go', options });
  const { pid } = await asked.initializationResult();
  let peak = NaN;
  for await (const message of asked) if (message.type === 'user') peak = peakOf(pid!); // our engine says its pid
  return peak;
}

function peakOf(pid: number): number {
  return (Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / megabyte;
}
