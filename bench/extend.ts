// What a project full of commands, skills, agents and memory adds to the first message. Offline model: no network is part of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { query } from 'inboard';

/** One comparison: milliseconds with the full project, without it, and their ratio. */
export interface Row {
  name: string;
  ours: number;
  baseline: number;
  ratio: number;
}

const rounds = 40;

function put(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

/** 50 commands, 30 skills, 20 agents and 10 memory files. */
function fullProject(folder: string): void {
  const head = (name: string) => `---\nname: ${name}\ndescription: What ${name} does, in a sentence of the usual length.\n---\n`;
  for (let index = 0; index < 50; index += 1)
    put(folder, `.claude/commands/group${index % 5}/c${index}.md`, `${head(`c${index}`)}Do $ARGUMENTS with care.\n`);
  for (let index = 0; index < 30; index += 1)
    put(folder, `.claude/skills/s${index}/SKILL.md`, `${head(`s${index}`)}${'A line of instructions.\n'.repeat(40)}`);
  for (let index = 0; index < 20; index += 1) put(folder, `.claude/agents/a${index}.md`, `${head(`a${index}`)}You are an agent.\n`);
  for (let index = 0; index < 8; index += 1) put(folder, `.claude/rules/r${index}.md`, 'A rule.\n'.repeat(20));
  put(folder, 'CLAUDE.md', '# Notes\n@more.md\n');
  put(folder, 'more.md', 'More notes.\n'.repeat(50));
}

async function firstMessage(cwd: string, home: string): Promise<number> {
  const started = performance.now();
  const agent = query({
    prompt: 'hello',
    options: { cwd, env: { HOME: home, PATH: process.env.PATH }, settingSources: ['user', 'project', 'local'], persistSession: false },
  });
  await agent.next();
  const took = performance.now() - started;
  await agent.return();
  return took;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Measures the projects in turn, so that a busy machine slows all alike. */
export async function rows(): Promise<Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'inboard-extend-'));
  const [full, empty, home] = ['full', 'empty', 'home'].map((name) => join(root, name)) as [string, string, string];
  for (const folder of [full, empty, home]) mkdirSync(folder);
  fullProject(full);
  const times: { unseen: number[]; again: number[]; empty: number[] } = { unseen: [], again: [], empty: [] };
  for (let round = 0; round < rounds; round += 1) {
    const unseen = join(root, `unseen-${round}`);
    mkdirSync(unseen);
    fullProject(unseen);
    times.empty.push(await firstMessage(empty, home));
    times.again.push(await firstMessage(full, home));
    times.unseen.push(await firstMessage(unseen, home));
  }
  rmSync(root, { recursive: true });
  const baseline = median(times.empty);
  const row = (name: string, values: number[]): Row => ({ name, ours: median(values), baseline, ratio: median(values) / baseline });
  const what = '50 commands, 30 skills, 20 agents, 10 memory files';
  return [
    row(`first message with ${what} (ms; baseline: empty project)`, times.unseen),
    row(`the same once more in one process: only what changed is read (ms; baseline: empty project)`, times.again),
  ];
}
