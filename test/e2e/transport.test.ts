import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { kindsOf, reply, text, toolUse } from '@inboard/testing';
import { createEngine } from '@inboard/engine';
import { memoryPair } from '@inboard/wire';
import { query, type SpawnOptions, type StringTransport } from 'inboard';
import { expect } from 'vitest';
import { cliPath, collect, verifies, type Agent } from '../harness.js';
import { isResult, readRest, readUntil, rejection, Talk } from '../talk.js';

const turn = ['system/init', 'assistant', 'user', 'assistant', 'result/success'];

function script(agent: Agent): void {
  agent.model.says(reply(toolUse('Glob', { pattern: '*' })), reply(text('ok')));
}

/** The transport of the published SDK, over a child process. */
function stringTransport(agent: Agent): StringTransport & { exited: Promise<number | null> } {
  const child = spawn(process.execPath, [cliPath, '--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json'], {
    cwd: agent.cwd,
    env: agent.options.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  return {
    write: (data) => void child.stdin.write(data),
    close: () => void child.kill(),
    isReady: () => child.exitCode === null,
    endInput: () => void child.stdin.end(),
    async *readMessages() {
      for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as unknown;
    },
    exited: new Promise((resolve) => child.once('exit', resolve)),
  };
}

verifies(
  'transport:own',
  async ({ open }) => {
    const agent = await open();
    script(agent);
    const [ours, theirs] = memoryPair();
    const serving = createEngine({ cwd: agent.cwd, env: agent.options.env!, settingSources: [] }).attach(theirs);
    expect(kindsOf(await collect(query({ prompt: 'go', transport: ours })))).toEqual(turn);
    await serving;
  },
  { on: ['memory'] },
);

verifies(
  'transport:string-based',
  async ({ open }) => {
    const agent = await open();
    script(agent);
    const transport = stringTransport(agent);
    const talk = new Talk('go');
    const running = query({ prompt: talk, transport });
    const first = await readUntil(running, isResult);
    await running.setModel('haiku');
    talk.end();
    expect(kindsOf([...first, ...(await readRest(running))])).toEqual(turn);
    await transport.exited;
  },
  { on: ['subprocess'] },
);

verifies(
  'transport:string-based-fails',
  async () => {
    const broken: StringTransport = {
      write: () => undefined,
      close: () => undefined,
      isReady: () => true,
      endInput: () => undefined,
      // eslint-disable-next-line require-yield -- it breaks before it has anything to give
      async *readMessages() {
        throw new Error('the line went dead');
      },
    };
    expect((await rejection(collect(query({ prompt: 'go', transport: broken })))).message).toContain('the line went dead');
    const unready: StringTransport = { ...broken, isReady: () => false, async *readMessages() {} };
    expect(await rejection(collect(query({ prompt: 'go', transport: unready })))).toMatchObject({ code: 'transport_closed' });
  },
  { on: ['subprocess'] },
);

verifies(
  'transport:spawner',
  async ({ open }) => {
    const agent = await open();
    script(agent);
    const asked: SpawnOptions[] = [];
    const messages = await agent.ask('go', {
      pathToClaudeCodeExecutable: '/in/a/container/engine',
      model: 'claude-haiku-4-5',
      spawnClaudeCodeProcess: (options) => {
        asked.push(options);
        return spawn(process.execPath, [cliPath, ...options.args], {
          cwd: options.cwd,
          env: options.env,
          stdio: ['pipe', 'pipe', 'inherit'],
        });
      },
    });
    expect(kindsOf(messages)).toEqual(turn);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ command: '/in/a/container/engine', cwd: agent.cwd, env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' } });
    expect(asked[0]!.args).toEqual(expect.arrayContaining(['--model', 'claude-haiku-4-5', '--input-format', 'stream-json']));
    expect(asked[0]!.signal).toBeInstanceOf(AbortSignal);
  },
  { on: ['subprocess'] },
);

verifies(
  'transport:spawner-throws',
  async ({ open }) => {
    const agent = await open();
    const error = await rejection(
      agent.ask('go', {
        spawnClaudeCodeProcess: () => {
          throw new Error('no container');
        },
      }),
    );
    expect(error.message).toContain('no container');
  },
  { on: ['subprocess'] },
);

verifies(
  'transport:runtime',
  async ({ open }) => {
    const agent = await open({ executable: 'node', executableArgs: ['--title=my-engine'] });
    script(agent);
    const running = agent.query('go');
    const { pid } = await running.initializationResult();
    const { readFileSync } = await import('node:fs');
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]).toMatch(/my-engine/);
    expect(kindsOf(await readRest(running))).toEqual(turn);
  },
  { on: ['subprocess'] },
);

verifies('transport:environment', async ({ open }) => {
  const agent = await open();
  agent.model.says(reply(text('ok')));
  // The key is nowhere but in the option: it must arrive, and nothing of this process with it.
  process.env.ANTHROPIC_CUSTOM_HEADERS = 'x-leak: yes';
  try {
    await agent.ask('go', { env: { ...agent.options.env, ANTHROPIC_API_KEY: 'from-the-option' } });
  } finally {
    delete process.env.ANTHROPIC_CUSTOM_HEADERS;
  }
  expect(agent.model.requests[0]!.headers['x-api-key']).toBe('from-the-option');
  expect(agent.model.requests[0]!.headers['x-leak']).toBeUndefined();
});
