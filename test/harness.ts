import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkTranscript, ScriptedModel } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { query, type Options, type Query, type SDKMessage, type SDKUserMessage } from 'inboard';
import { afterEach, describe, expect, it } from 'vitest';
import { requirements, type RequirementId } from './requirements.js';

/** The built command line. */
export const cliPath = fileURLToPath(new URL('../packages/cli/dist/inboard.js', import.meta.url));

/** The built SDK, for programs that run on their own. */
export const sdkPath = fileURLToPath(new URL('../packages/sdk/dist/index.js', import.meta.url));

/** The ways to an engine that every promise is kept on. */
export const transports = ['memory', 'subprocess'] as const;
export type TransportName = (typeof transports)[number];

/** An agent with a scripted model, a folder of its own and a home of its own. */
export interface Agent {
  model: ScriptedModel;
  cwd: string;
  home: string;
  /** Options that lead to this agent's engine. */
  options: Options;
  query(prompt: string | AsyncIterable<SDKUserMessage>, options?: Options): Query;
  /** Asks and collects everything. */
  ask(prompt: string | AsyncIterable<SDKUserMessage>, options?: Options): Promise<WireMessage[]>;
}

export interface Cell {
  transport: TransportName;
  open(options?: Options): Promise<Agent>;
}

const cleanUps: (() => Promise<void>)[] = [];
/** Where engines under test have kept their sessions. */
const homes = new Set<string>();

afterEach(async () => {
  const problems = [...homes].flatMap(brokenTranscripts);
  homes.clear();
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  expect(problems).toEqual([]);
});

/** A temporary folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inboard-test-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** A scripted model that is gone after the test. */
export async function scriptedModel(): Promise<ScriptedModel> {
  const model = await ScriptedModel.start();
  cleanUps.push(() => model.close());
  return model;
}

/** The environment of an agent under test: nothing of this machine but the path. */
export function testEnv(model: ScriptedModel, home: string): Record<string, string> {
  homes.add(home);
  return { PATH: process.env.PATH ?? '', HOME: home, CLAUDE_CONFIG_DIR: join(home, '.claude'), INBOARD_RETRY_BASE_MS: '2', ...model.env };
}

/** What is wrong with the transcripts that a test leaves behind. */
function brokenTranscripts(home: string): string[] {
  const folder = join(home, '.claude', 'sessions');
  const names = existsSync(folder) ? (readdirSync(folder, { recursive: true }) as string[]) : [];
  const transcripts = names.filter((name) => /^[^/]+\/(transcript|subagents\/agent-[^/]+)\.jsonl$/.test(name));
  return transcripts.flatMap((name) => checkTranscript(readFileSync(join(folder, name), 'utf8')).map((problem) => `${name}: ${problem}`));
}

async function openAgent(transport: TransportName, given: Options): Promise<Agent> {
  const [model, cwd, home] = await Promise.all([scriptedModel(), temporaryFolder(), temporaryFolder()]);
  const options: Options = {
    cwd,
    env: testEnv(model, home),
    settingSources: [],
    ...(transport === 'subprocess' && { pathToClaudeCodeExecutable: cliPath }),
    ...given,
  };
  const agent: Agent = {
    model,
    cwd,
    home,
    options,
    query: (prompt, more = {}) => query({ prompt, options: { ...options, ...more } }),
    ask: (prompt, more) => collect(agent.query(prompt, more)),
  };
  return agent;
}

/** Everything a query yields. */
export async function collect(messages: AsyncIterable<SDKMessage>): Promise<WireMessage[]> {
  const all: WireMessage[] = [];
  for await (const message of messages) all.push(message);
  return all;
}

/** Runs a case once per transport, or on those it makes sense for, and notes that the requirement has a test. */
export function verifies(
  id: RequirementId,
  body: (cell: Cell) => Promise<void>,
  { on = transports, timeoutMs }: { on?: readonly TransportName[]; timeoutMs?: number } = {},
): void {
  if (!(id in requirements)) throw new Error(`There is no requirement "${id}".`);
  describe(id, () => {
    for (const transport of on) {
      it(`${requirements[id]} [${transport}]`, () => body({ transport, open: (options = {}) => openAgent(transport, options) }), timeoutMs);
    }
  });
}
