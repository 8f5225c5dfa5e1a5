import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { checkTranscript, reply, text, toolUse } from '@inboard/testing';
import { descendants, processTable, signalProcess } from '@inboard/wire/subprocess';
import { expect, vi } from 'vitest';
import { ended, promptLine, seen, type CliEnd } from '../cli/run-cli.js';
import { cliPath, verifies, type Agent, type Cell } from '../harness.js';

vi.setConfig({ testTimeout: 120_000 });

const subprocess = { on: ['subprocess'] as const };
const id = '00000000-0000-4000-8000-000000000001';
const transcript = (agent: Agent, sessionId = id) => join(agent.home, '.claude', 'sessions', sessionId, 'transcript.jsonl');

async function opened(open: Cell['open']): Promise<Agent> {
  const agent = await open();
  agent.model.always(reply(text('ok')));
  return agent;
}

interface RunOptions {
  env?: Record<string, string | undefined>;
  /** What the program is started with, such as a namespace of its own. */
  inside?: string[];
}

function start(agent: Agent, args: string[], { env = {}, inside = [] }: RunOptions = {}) {
  const [command, ...rest] = [...inside, process.execPath, cliPath, ...args];
  const child = spawn(command!, rest, { cwd: agent.cwd, env: { ...agent.options.env, ...env } });
  child.stdin.end();
  return child;
}

const run = (agent: Agent, args: string[], options?: RunOptions): Promise<CliEnd> => ended(start(agent, args, options));

/** A shell script in which `inboard` is the command line. */
function script(agent: Agent, namespace: string[], lines: string[]): Promise<CliEnd> {
  const inboard = `inboard() { '${process.execPath}' '${cliPath}' "$@" < /dev/null; }`;
  const child = spawn('bwrap', ['--dev-bind', '/', '/', ...namespace, 'sh', '-c', [inboard, ...lines].join('\n')], {
    cwd: agent.cwd,
    env: agent.options.env as NodeJS.ProcessEnv, // the harness sets strings only
  });
  child.stdin.end();
  return ended(child);
}

const hasBubblewrap = spawnSync('bwrap', ['--dev-bind', '/', '/', '--unshare-user', '--uid', '1', '--tmpfs', '/mnt', 'true']).status === 0;

/** A case that needs file systems of its own; where they cannot be had the unit tests have to do. */
const mounted = (body: (cell: Cell) => Promise<void>) => async (cell: Cell) => (hasBubblewrap ? body(cell) : undefined);

/** Starts many at once; the model answers the one that gets through only when all the others have given up. */
async function race(agent: Agent, many: number, args: string[]): Promise<{ winners: number[]; losers: { pid: number; end: CliEnd }[] }> {
  let release = () => undefined as void;
  const othersAreGone = new Promise<void>((resolve) => (release = resolve));
  agent.model.always(async () => {
    await othersAreGone;
    return reply(text('ok'));
  });
  let left = many;
  const ends = await Promise.all(
    Array.from({ length: many }, async () => {
      const child = start(agent, args);
      const end = await ended(child);
      if ((left -= 1) === 1) release();
      return { pid: child.pid!, end };
    }),
  );
  return {
    winners: ends.filter(({ end }) => end.code === 0).map(({ pid }) => pid),
    losers: ends.filter(({ end }) => end.code !== 0),
  };
}

verifies(
  'session-log:race',
  async ({ open }) => {
    const agent = await opened(open);
    for (const args of [
      ['-p', 'go', '--session-id', id],
      ['-p', 'go', '--resume', id],
    ]) {
      const { winners, losers } = await race(agent, 5, args);
      expect({ args, winners: winners.length, losers: losers.map(({ end }) => [end.code, end.stdout, end.stderr]) }).toEqual({
        args,
        winners: 1,
        losers: Array.from({ length: 4 }, () => [1, '', expect.stringContaining(`The session is open in process ${winners[0]}.`)]),
      });
      expect(checkTranscript(readFileSync(transcript(agent), 'utf8'))).toEqual([]);
    }
    const prompts = readFileSync(transcript(agent), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{"type":"user"'));
    expect([prompts.length, readdirSync(join(transcript(agent), '..'))]).toEqual([2, ['transcript.jsonl']]);
  },
  subprocess,
);

verifies(
  'session-log:container',
  mounted(async ({ open }) => {
    const agent = await opened(open);
    const flags = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose', '--session-id', id];
    const namespace = ['--dev-bind', '/', '/', '--unshare-pid', '--proc', '/proc', '--die-with-parent'];
    const inside = spawn('bwrap', [...namespace, process.execPath, cliPath, ...flags], {
      cwd: agent.cwd,
      env: agent.options.env as NodeJS.ProcessEnv, // the harness sets strings only
    });
    const isGone = ended(inside);
    inside.stdin.write(promptLine('hello'));
    await seen(inside, '"type":"result"');
    const env = { INBOARD_LOCK_WAIT_MS: '100' };
    const refused = await run(agent, ['-p', 'me too', '--resume', id], { env });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/open in process \d+ on .* or in another container/) });
    // All at once from outside: an engine that only loses its container's parent may still end well.
    for (const pid of descendants(inside.pid!, processTable())) signalProcess(pid, 'SIGKILL');
    await isGone;
    const sessions = join(agent.home, '.claude', 'sessions');
    const heart = readdirSync(sessions).find((name) => name.startsWith('.alive-'))!;
    const aMinuteAgo = Date.now() / 1000 - 60;
    await utimes(join(sessions, heart), aMinuteAgo, aMinuteAgo);
    expect(await run(agent, ['-p', 'me now', '--resume', id], { env })).toMatchObject({ code: 0, stdout: 'ok\n' });
  }),
  subprocess,
);

verifies(
  'session-log:full-home',
  mounted(async ({ open }) => {
    const agent = await opened(open);
    await writeFile(join(agent.cwd, 'big.txt'), 'a line of text\n'.repeat(1500));
    let results = 0;
    agent.model.always((request) => {
      results = Math.max(results, (request.raw.match(/"tool_result"/g) ?? []).length);
      return reply(toolUse('Read', { file_path: join(agent.cwd, 'big.txt') }, `toolu_${results}`));
    });
    agent.model.says();
    const roomFor = 10;
    const space = ['--size', String(1_000_000), '--tmpfs', agent.home];
    const first = await script(agent, space, [
      `head -c ${1_000_000 - roomFor * 50_000} /dev/zero > "$HOME/filler"`,
      `inboard -p go --session-id ${id}; echo "exit $?"`,
      'rm "$HOME/filler"',
      `inboard -p 'go on' --resume ${id} --max-turns 1 > "$HOME/second"; echo "exit $?"; cat "$HOME/second"`,
      `cat "${transcript(agent)}"`,
    ]);
    const lines = first.stdout.split('\n');
    expect(results).toBeGreaterThan(2);
    expect(lines.filter((line) => line.startsWith('exit'))).toEqual(['exit 1', 'exit 1']); // the second ran into its limit, not into the disk
    expect(first.stderr).toMatch(/could not be saved to .*transcript\.jsonl: ENOSPC/);
    expect(first.stderr).toContain('these records could not be saved');
    expect(first.stderr).toMatch(/Stopped after 1 model requests/);
    const records = lines.slice(lines.findIndex((line) => line.startsWith('{')));
    expect(checkTranscript(records.join('\n'))).toEqual([]);
    expect(records.filter((line) => line.includes('"toolUseResult"')).length).toBeGreaterThanOrEqual(results);
  }),
  subprocess,
);

verifies(
  'session-log:read-only-home',
  mounted(async ({ open }) => {
    const agent = await opened(open);
    expect((await run(agent, ['-p', 'remember me', '--session-id', id])).code).toBe(0);
    const inside = ['bwrap', '--dev-bind', '/', '/', '--ro-bind', agent.home, agent.home];
    for (const args of [[], ['--resume', id], ['--continue']]) {
      const end = await run(agent, ['-p', 'hello', ...args], { inside });
      expect(end).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Sessions cannot be saved in .*EROFS.*--no-session-persistence/),
      });
      expect(end.stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(agent.model.requests).toHaveLength(1);
    expect(await run(agent, ['-p', 'hello', '--resume', id, '--no-session-persistence'], { inside })).toMatchObject({
      code: 0,
      stdout: 'ok\n',
    });
    expect(JSON.stringify(agent.model.requests[1]!.body.messages)).toContain('remember me');
    expect((await run(agent, ['sessions', 'list'], { inside })).stdout).toContain('remember me');
    expect(readdirSync(agent.cwd)).toEqual([]);
  }),
  subprocess,
);

verifies(
  'session-log:missing-home',
  mounted(async ({ open }) => {
    const agent = await opened(open);
    const nowhere = join(agent.home, 'not', 'there');
    const made = await run(agent, ['-p', 'hello'], { env: { HOME: nowhere, CLAUDE_CONFIG_DIR: undefined } });
    expect([made.code, readdirSync(join(nowhere, '.claude', 'sessions')).length]).toEqual([0, 1]);
    // Without any word about it the home of the user counts.
    const bare = await script(
      agent,
      ['--tmpfs', homedir()],
      ['unset HOME CLAUDE_CONFIG_DIR', 'inboard -p hello; echo "exit $?"', `ls '${homedir()}/.claude/sessions' | wc -l`],
    );
    expect(bare).toMatchObject({ stdout: 'ok\nexit 0\n1\n', stderr: '' });
    expect(readdirSync(agent.cwd)).toEqual([]);
  }),
  subprocess,
);

verifies(
  'session-log:unreadable',
  mounted(async ({ open }) => {
    const agent = await opened(open);
    const other = id.replace(/1$/, '2');
    await run(agent, ['-p', 'mine', '--session-id', id]);
    await run(agent, ['-p', 'another', '--session-id', other]);
    await mkdir(join(agent.cwd, 'src'));
    // In a namespace without privileges rights count also for an administrator.
    const end = await script(
      agent,
      ['--unshare-user', '--uid', '1000', '--gid', '1000'],
      [
        `chmod 000 "${transcript(agent)}"`,
        'inboard sessions list',
        `inboard -p again --resume ${id}; echo "exit $?"`,
        `inboard -p again --resume ${other}; echo "exit $?"`,
        `chmod 600 "${transcript(agent)}"`,
        `inboard -p again --resume ${id}; echo "exit $?"`,
      ],
    );
    const listed = end.stdout.split('\n').slice(0, 2).toSorted();
    expect(listed).toEqual([
      expect.stringMatching(new RegExp(`^${id} .*\\(cannot be read: EACCES`)),
      expect.stringMatching(new RegExp(`^${other} .*another`)),
    ]);
    expect(end.stdout.split('\n').slice(2)).toEqual(['exit 1', 'ok', 'exit 0', 'ok', 'exit 0', '']);
    expect(end.stderr).toMatch(new RegExp(`^The session ${id} cannot be read: EACCES.*Make the file readable`));
  }),
  subprocess,
);
