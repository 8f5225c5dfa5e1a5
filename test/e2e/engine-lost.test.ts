import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kindsOf, reply, text } from '@inboard/testing';
import { AgentError } from 'inboard';
import { describe, expect, it } from 'vitest';
import { cliPath, temporaryFolder, verifies, type Agent } from '../harness.js';
import { readRest, readUntil, rejection, Talk } from '../talk.js';

const child = { on: ['subprocess'] } as const;

/** Another program in the place of the engine. */
async function engine(source: string): Promise<string> {
  const path = join(await temporaryFolder(), 'engine.mjs');
  await writeFile(path, source);
  return path;
}

async function lost(agent: Agent, source: string): Promise<AgentError> {
  const error = await rejection(agent.ask('go', { pathToClaudeCodeExecutable: await engine(source) }));
  if (!AgentError.is(error)) throw error;
  return error;
}

verifies(
  'lost:killed',
  async ({ open }) => {
    const agent = await open({ includePartialMessages: true });
    agent.model.says(reply(text('a', 'b', 'c', 'd', 'e', 'f'), { delayMs: 200 }));
    const query = agent.query('go');
    const { pid } = await query.initializationResult();
    await readUntil(query, ({ type }) => type === 'stream_event');
    const asked = query.interrupt.bind(query);
    process.kill(pid!, 'SIGKILL');
    const error = await rejection(readRest(query));
    expect(error).toMatchObject({ code: 'engine_exited', data: { exitCode: null, signal: 'SIGKILL' } });
    expect(error.message).toContain('SIGKILL');
    expect(await rejection(asked())).toMatchObject({ code: 'transport_closed' });
  },
  child,
);

verifies(
  'lost:exits',
  async ({ open }) => {
    const agent = await open();
    const error = await lost(agent, `process.stderr.write('the disk is on fire\\n'); process.exitCode = 3;`);
    expect(error).toMatchObject({ code: 'engine_exited', data: { exitCode: 3, signal: null } });
    expect(error.message).toContain('code 3');
    expect(error.message).toContain('the disk is on fire');
  },
  child,
);

verifies(
  'lost:exits-unasked',
  async ({ open }) => {
    const agent = await open();
    const query = agent.query(new Talk(), { pathToClaudeCodeExecutable: await engine(`process.exitCode = 3;`) });
    expect(await rejection(readRest(query))).toMatchObject({ code: 'engine_exited', data: { exitCode: 3 } });
    expect(await rejection(query.supportedModels())).toBeInstanceOf(Error);
  },
  child,
);

verifies(
  'lost:silent',
  async ({ open }) => {
    const agent = await open();
    const error = await lost(agent, `process.stdin.once('data', () => process.exit(0));`);
    expect(error).toMatchObject({ code: 'engine_exited', data: { exitCode: 0 } });
  },
  child,
);

verifies(
  'lost:mute',
  async ({ open }) => {
    const agent = await open();
    const error = await lost(
      agent,
      `import { closeSync } from 'node:fs'; closeSync(1); process.stdin.resume(); setInterval(() => {}, 1000);`,
    );
    expect(error.code).toBe('engine_exited');
  },
  child,
);

verifies(
  'lost:garbage',
  async ({ open }) => {
    const agent = await open();
    agent.model.says(reply(text('fine')));
    const noise: string[] = [];
    const path = await engine(
      `console.log('npm warn noise'); console.log('{"half": '); console.log('[1]'); console.log('\\u0000'); await import(${JSON.stringify(cliPath)});`,
    );
    const messages = await agent.ask('go', { pathToClaudeCodeExecutable: path, stderr: (line) => noise.push(line) });
    expect(kindsOf(messages)).toEqual(['system/init', 'assistant', 'result/success']);
    expect(noise.join('')).toContain('npm warn noise');
  },
  child,
);

verifies(
  'lost:missing',
  async ({ open }) => {
    const agent = await open();
    for (const path of ['/nowhere/engine.js', '/nowhere/engine', 'no-such-command-anywhere']) {
      expect(await rejection(agent.ask('go', { pathToClaudeCodeExecutable: path }))).toMatchObject({
        code: 'engine_not_found',
        message: expect.stringContaining(path),
      });
    }
  },
  child,
);

verifies('lost:cwd', async ({ open }) => {
  const agent = await open();
  const cwd = join(agent.cwd, 'nowhere');
  expect(await rejection(agent.ask('go', { cwd }))).toMatchObject({ code: 'cwd_missing', message: expect.stringContaining(cwd) });
});

describe('an engine that cannot be started', () => {
  it('needs a script when only a runtime is named', async () => {
    const { query } = await import('inboard');
    expect(await rejection(readRest(query({ prompt: 'x', options: { executable: 'node' } })))).toMatchObject({
      code: 'invalid_option',
      message: expect.stringContaining('executable'),
    });
  });
});
