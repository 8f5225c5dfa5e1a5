import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine } from '../packages/engine/src/engine.js';
import { createFileLog } from '../packages/engine/src/session/log.js';
import { listSessions } from '../packages/engine/src/session/library/list-sessions.js';
import { openSession } from '../packages/engine/src/session/open.js';
import { memoryPair, Peer } from '../packages/wire/src/index.js';

/** What one measurement came to; the unit is in its name. */
export interface BenchRow {
  name: string;
  ours: number;
  baseline: number;
  ratio: number;
}

export interface SessionBenchOptions {
  records?: number;
  sessions?: number;
  idle?: number;
}

/** Measures what sessions cost: writing, resuming, listing and being many. Run with `--expose-gc` for exact memory. */
export async function benchSessions(options: SessionBenchOptions = {}): Promise<BenchRow[]> {
  const { records = 100_000, sessions = 5_000, idle = 1_000 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-'));
  try {
    return [
      ...appendRows(folder),
      ...(await resumeRows(folder, records)),
      ...(await listRows(folder, sessions)),
      ...(await idleRows(folder, idle)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const row = (name: string, ours: number, baseline: number): BenchRow => ({
  name,
  ours: round(ours),
  baseline: round(baseline),
  ratio: round(ours / baseline),
});
const round = (value: number) => Math.round(value * 100) / 100;
const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** The records of a session that reads files: a call and its result per step. */
function record(n: number, id: string): string {
  const shared = {
    uuid: uuid(n),
    parentUuid: n === 0 ? null : uuid(n - 1),
    sessionId: id,
    cwd: '/home/me/project',
    version: '0.1.0',
    timestamp: '2026-01-01T00:00:00.000Z',
    isSidechain: false,
  };
  if (n === 0) return `${JSON.stringify({ type: 'user', ...shared, message: { role: 'user', content: 'Look at everything.' } })}\n`;
  const message =
    n % 2 === 1
      ? {
          id: `msg_${n}`,
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: [{ type: 'tool_use', id: `toolu_${n}`, name: 'Read', input: { file_path: `/home/me/project/${n}.ts` } }],
          usage: { input_tokens: 1, output_tokens: 1 },
        }
      : {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `toolu_${n - 1}`, content: `${n} ${'some text of a file '.repeat(15)}` }],
        };
  return `${JSON.stringify({ type: n % 2 === 1 ? 'assistant' : 'user', ...shared, message, ...(n % 2 === 0 && { toolUseResult: { file: { content: 'some text of a file '.repeat(15) } } }) })}\n`;
}

function appendRows(folder: string): BenchRow[] {
  const count = 20_000;
  const value = JSON.parse(record(2, uuid(0))) as { type: string };
  const log = createFileLog(join(folder, 'append', 'transcript.jsonl'));
  for (let n = 0; n < 1000; n += 1) log.append(value);
  const ours = timed(() => {
    for (let n = 0; n < count; n += 1) log.append(value);
  });
  const file = openSync(join(folder, 'plain.jsonl'), 'a');
  const plain = timed(() => {
    for (let n = 0; n < count; n += 1) writeSync(file, `${JSON.stringify(value)}\n`);
  });
  closeSync(file);
  return [row('append one record, µs', (ours * 1000) / count, (plain * 1000) / count)];
}

async function resumeRows(folder: string, count: number): Promise<BenchRow[]> {
  const id = uuid(1);
  const home = join(folder, 'resume');
  const path = join(home, 'sessions', id, 'transcript.jsonl');
  mkdirSync(join(path, '..'), { recursive: true });
  for (let n = 0; n < count; n += 1000)
    appendFileSync(path, Array.from({ length: Math.min(1000, count - n) }, (_, index) => record(n + index, id)).join(''));
  const env = { CLAUDE_CONFIG_DIR: home };
  const before = memory({ clean: true });
  const started = performance.now();
  const opened = await openSession({ env, cwd: home, newId: () => uuid(2) as ReturnType<typeof crypto.randomUUID>, resume: id });
  const ours = performance.now() - started;
  const used = memory({ clean: false }) - before;
  if ((opened.restored?.messages.length ?? 0) < count)
    throw new Error(`Only ${opened.restored?.messages.length} of ${count} messages came back.`);
  await opened.log.close();
  const plain = timed(() =>
    readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as object])),
  );
  return [
    row(`resume ${count} records (${Math.round(statSync(path).size / 1e6)} MB), ms`, ours, plain),
    row(`resume ${count} records, MB`, used / 1e6, statSync(path).size / 1e6),
  ];
}

async function listRows(folder: string, count: number): Promise<BenchRow[]> {
  const home = join(folder, 'list');
  const text = Array.from({ length: 30 }, (_, n) => record(n, uuid(0))).join('');
  for (let n = 0; n < count; n += 1) {
    mkdirSync(join(home, 'sessions', uuid(n)), { recursive: true });
    writeFileSync(join(home, 'sessions', uuid(n), 'transcript.jsonl'), text);
  }
  const before = memory({ clean: true });
  const started = performance.now();
  const listed = await listSessions({ env: { CLAUDE_CONFIG_DIR: home } });
  const ours = performance.now() - started;
  const used = memory({ clean: false }) - before;
  if (listed.length !== count) throw new Error(`Only ${listed.length} of ${count} sessions were listed.`);
  const plain = timed(() =>
    listed.map(({ sessionId }) => readFileSync(join(home, 'sessions', sessionId, 'transcript.jsonl'), 'utf8').split('\n').length),
  );
  return [row(`list ${count} sessions, ms`, ours, plain), row(`list ${count} sessions, MB`, used / 1e6, (text.length * count) / 1e6)];
}

async function idleRows(folder: string, count: number): Promise<BenchRow[]> {
  const env = { CLAUDE_CONFIG_DIR: join(folder, 'idle'), ANTHROPIC_API_KEY: 'none' };
  const before = memory({ clean: true });
  const ends = [];
  for (let n = 0; n < count; n += 1) {
    const [host, engine] = memoryPair();
    const serving = createEngine({ cwd: folder, env, settingSources: [] }).attach(engine);
    const peer = new Peer<'host'>({ transport: host, handlers: nobody, onMessage: () => undefined });
    const reading = peer.run();
    await peer.request('initialize', {});
    ends.push(async () => {
      await host.close();
      await Promise.all([serving, reading]);
    });
  }
  const used = memory({ clean: false }) - before;
  for (const end of ends) await end();
  return [row(`${count} idle sessions, MB`, used / 1e6, 1000)];
}

const nobody = {
  can_use_tool: () => ({ behavior: 'deny' as const, message: 'no' }),
  hook_callback: () => ({}),
  mcp_message: () => ({}),
  elicitation: () => ({ action: 'decline' as const }),
  mcp_auth: () => ({}),
};

function timed(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

/** Memory in use; `clean` lets go what can go first, so that the difference has the garbage of the work in it. */
function memory(options: { clean: boolean }): number {
  if (options.clean) (globalThis as { gc?: () => void }).gc?.(); // there with --expose-gc
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}
