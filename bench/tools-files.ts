import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { realPort } from '../packages/engine/src/port/port.js';
import { TaskRegistry } from '../packages/engine/src/process/task-registry.js';
import { createResultFiles } from '../packages/engine/src/session/result-files.js';
import type { Tool, ToolContext } from '../packages/engine/src/tool/define.js';
import { builtinTools } from '../packages/engine/src/tool/registry.js';
import { createToolState } from '../packages/engine/src/tool/state.js';

/** What one comparison came to, in milliseconds. */
export interface BenchRow {
  name: string;
  ours: number;
  baseline: number;
  ratio: number;
}

/** Compares the file tools with the plainest code that does the same. */
export async function benchFileTools(options: { files?: number; rounds?: number } = {}): Promise<BenchRow[]> {
  const { files = 100_000, rounds = 9 } = options;
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-'));
  try {
    return [...(await fileRows(folder, rounds)), ...(await searchRows(folder, files, rounds))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function fileRows(folder: string, rounds: number): Promise<BenchRow[]> {
  const call = caller(folder);
  const path = join(folder, 'large.txt');
  writeFileSync(
    path,
    Array.from({ length: 18_000 }, (_, index) => `line ${index} of a file that has about one megabyte of text`).join('\n'),
  );
  const read = await compare(
    'Read a 1 MB file',
    rounds * 5,
    () => call('Read', { file_path: path }),
    async () => (await readFile(path, 'utf8')).split('\n'),
  );
  let flip = 0;
  const next = () => ((flip += 1) % 2 === 1 ? (['line 9000 of', 'LINE 9000 OF'] as const) : (['LINE 9000 OF', 'line 9000 of'] as const));
  const edit = () => {
    const [old_string, new_string] = next();
    return call('Edit', { file_path: path, old_string, new_string });
  };
  const plain = async () => {
    const text = (await readFile(path, 'utf8')).replace('line 9000 of', 'line 9000 of');
    const file = await open(`${path}.tmp`, 'w');
    await file.writeFile(text);
    await file.sync();
    await file.close();
    await rename(`${path}.tmp`, path);
  };
  const row = await compare('Edit a 1 MB file', rounds * 3, edit, plain, () => call('Read', { file_path: path, limit: 1 }));
  return [read, row];
}

async function searchRows(folder: string, files: number, rounds: number): Promise<BenchRow[]> {
  const tree = join(folder, 'tree');
  makeTree(tree, files);
  const call = caller(tree);
  const rg = (...args: string[]) => run(rgPath, ['--no-config', ...args], tree);
  return [
    await compare(
      `Glob **/*.ts in ${files} files`,
      rounds,
      () => call('Glob', { pattern: '**/*.ts' }),
      () => rg('--files', '--hidden', '--no-ignore', '--sortr=modified', '--glob=*.ts'),
    ),
    await compare(
      `Glob **/* in ${files} files`,
      rounds,
      () => call('Glob', { pattern: '**/*' }),
      () => rg('--files', '--hidden', '--no-ignore', '--sortr=modified'),
    ),
    await compare(
      `Grep files, rare, in ${files} files`,
      rounds,
      () => call('Grep', { pattern: 'rare' }),
      () => rg('--files-with-matches', '--hidden', 'rare'),
    ),
    await compare(
      `Grep content, rare, in ${files} files`,
      rounds,
      () => call('Grep', { pattern: 'rare', output_mode: 'content' }),
      () => rg('--line-number', '--hidden', 'rare'),
    ),
    await compare(
      `Grep files, every file, in ${files} files`,
      rounds,
      () => call('Grep', { pattern: 'needle' }),
      () => rg('--files-with-matches', '--hidden', 'needle'),
    ),
    await compare(
      `Grep count, every file, in ${files} files`,
      rounds,
      () => call('Grep', { pattern: 'needle', output_mode: 'count' }),
      () => rg('--count-matches', '--hidden', 'needle'),
    ),
  ];
}

function makeTree(tree: string, files: number): void {
  for (let made = 0; made < files; made += 1) {
    const folder = join(tree, `d${Math.floor(made / 5000)}`, `e${Math.floor(made / 250)}`);
    if (made % 250 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(
      join(folder, `f${made}${made % 10 === 0 ? '.ts' : '.txt'}`),
      `line one ${made}\nneedle${made % 1000 === 0 ? ' rare' : ''}\n`,
    );
  }
}

/** The median of each, taken in turns so that both see the same machine. */
async function compare(
  name: string,
  rounds: number,
  ours: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
  before: () => Promise<unknown> = async () => undefined,
): Promise<BenchRow> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    await before();
    // Whoever goes first pays for what the other left behind.
    const order =
      round % 2 === 0
        ? ([
            [0, ours],
            [1, baseline],
          ] as const)
        : ([
            [1, baseline],
            [0, ours],
          ] as const);
    for (const [index, work] of order) times[index].push(await timed(work));
  }
  const [mine, plain] = times.map(median) as [number, number];
  return { name, ours: mine, baseline: plain, ratio: mine / plain };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!; // there is at least one round
}

/** Runs a program and reads its output to the end. */
async function run(command: string, args: string[], cwd: string): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
  child.stdout.resume();
  await once(child, 'close');
}

/** Calls tools as a session would, and fails when they do. */
function caller(cwd: string): (name: string, input: Record<string, unknown>) => Promise<void> {
  const context: ToolContext = {
    sessionId: 'bench',
    toolUseId: 'bench',
    cwd,
    directories: [cwd],
    env: {},
    port: realPort,
    signal: new AbortController().signal,
    state: createToolState({ cwd, remember: () => undefined }),
    tasks: new TaskRegistry({ started: () => undefined, ended: () => undefined }),
    results: createResultFiles(cwd),
    askModel: () => Promise.reject(new Error('no model here')),
    mayRead: () => true,
    permissionMode: 'default',
    setPermissionMode: () => undefined,
  };
  const tools = new Map<string, Tool>(builtinTools.map((tool) => [tool.name, tool]));
  return async (name, input) => {
    const outcome = await tools.get(name)!.run(input, context);
    if (outcome.isError) throw new Error(String(outcome.content));
  };
}
