import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
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

/** What one measurement came to. */
interface SessionRow {
  name: string;
  unit: 'µs' | 'ms' | 'MB';
  ours: number;
  /** The same done with nothing but Node, where there is such a thing. */
  bare?: number;
  target?: number;
}

const counts = { records: 100_000, sessions: 5_000, idle: 1_000 };

/** Measures what sessions cost: writing, resuming, listing and being many. Run with `--expose-gc` for exact memory. */
async function measureSessions(): Promise<SessionRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-'));
  try {
    return [
      ...appendRows(folder),
      ...(await resumeRows(folder, counts.records)),
      ...(await listRows(folder, counts.sessions)),
      ...(await idleRows(folder, counts.idle)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

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

function appendRows(folder: string): SessionRow[] {
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
  return [{ name: 'append one record', unit: 'µs', ours: (ours * 1000) / count, bare: (plain * 1000) / count, target: 50 }];
}

async function resumeRows(folder: string, count: number): Promise<SessionRow[]> {
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
  const what = `resume ${count.toLocaleString('en')} records (${Math.round(statSync(path).size / 1e6)} MB)`;
  return [
    { name: what, unit: 'ms', ours, bare: plain, target: 1500 },
    { name: `${what}, memory`, unit: 'MB', ours: used / 1e6, target: 200 },
  ];
}

async function listRows(folder: string, count: number): Promise<SessionRow[]> {
  const home = join(folder, 'list');
  const text = Array.from({ length: 30 }, (_, n) => record(n, uuid(0))).join('');
  for (let n = 0; n < count; n += 1) {
    mkdirSync(join(home, 'sessions', uuid(n)), { recursive: true });
    writeFileSync(join(home, 'sessions', uuid(n), 'transcript.jsonl'), text);
  }
  const env = { CLAUDE_CONFIG_DIR: home };
  const before = memory({ clean: true });
  const first = await timedAsync(() => listSessions({ env }));
  const used = memory({ clean: false }) - before;
  const again = await timedAsync(() => listSessions({ env }));
  const plain = timed(() => readdirSync(join(home, 'sessions')).map((name) => readStart(join(home, 'sessions', name, 'transcript.jsonl'))));
  const what = `list ${count.toLocaleString('en')} sessions`;
  return [
    { name: `${what} for the first time`, unit: 'ms', ours: first, bare: plain, target: 300 },
    { name: `${what} again`, unit: 'ms', ours: again, target: 300 },
    { name: `${what}, memory`, unit: 'MB', ours: used / 1e6, target: 50 },
  ];
}

/** Opens a file and reads its first bytes: what a list cannot do without. */
function readStart(path: string): number {
  if (!existsSync(path)) return 0;
  const file = openSync(path, 'r');
  const read = readSync(file, Buffer.alloc(4096), 0, 4096, 0);
  closeSync(file);
  return read;
}

async function idleRows(folder: string, count: number): Promise<SessionRow[]> {
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
  return [{ name: `${count.toLocaleString('en')} idle sessions, memory`, unit: 'MB', ours: used / 1e6, target: 1000 }];
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

async function timedAsync(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Memory in use; `clean` lets go what can go first, so that the difference has the garbage of the work in it. */
function memory(options: { clean: boolean }): number {
  if (options.clean) (globalThis as { gc?: () => void }).gc?.(); // there with --expose-gc
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}

process.stdout.write(JSON.stringify(await measureSessions()));
