import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { reply, text, toolUse } from '@inboard/testing';
import { query, type Options } from 'inboard';
import { expect, it } from 'vitest';
import { cliPath, scriptedModel, temporaryFolder, testEnv } from '../harness.js';
import { peakMegabytes, processesWith, until } from '../support/processes.js';

// What can only be seen on an engine in a process of its own: its memory, and what it leaves behind when it is killed.

async function ownProcess() {
  const [model, cwd, home] = await Promise.all([scriptedModel(), temporaryFolder(), temporaryFolder()]);
  const options: Options = {
    cwd,
    env: testEnv(model, home),
    settingSources: [],
    pathToClaudeCodeExecutable: cliPath,
    tools: ['Bash'],
    permissionMode: 'bypassPermissions',
    allowDangerouslySkipPermissions: true,
  };
  return { model, cwd, home, options };
}

it('a flood of 2 GB without a newline leaves the memory of the engine flat, and its file is capped', { timeout: 120_000 }, async () => {
  const { model, home, options } = await ownProcess();
  model.says(reply(toolUse('Bash', { command: 'head -c 2000000000 /dev/zero' })), reply(text('done')));
  const asked = query({ prompt: 'go', options });
  const { pid } = await asked.initializationResult();
  let result: Record<string, unknown> = {};
  let peak = Infinity;
  for await (const message of asked) {
    if (message.type !== 'user') continue;
    result = message.tool_use_result as Record<string, unknown>;
    peak = peakMegabytes(pid!);
  }
  expect(peak).toBeLessThan(120);
  expect(result).toMatchObject({ interrupted: false, persistedOutputSize: 1_000_000_000 });
  expect(result.stdout).toMatch(
    /\[\.\.\. 1999970000 bytes left out; .* has the first 1000000000 of 2000000000 bytes: the file stops at 1000000000 bytes \.\.\.\]/,
  );
  const session = (await readdir(join(home, '.claude', 'sessions'))).find((name) => !name.startsWith('.'));
  const [file] = await readdir(join(home, '.claude', 'sessions', session!, 'tool-results'));
  const { size, mode } = await stat(join(home, '.claude', 'sessions', session!, 'tool-results', file!));
  expect({ size, mode: mode & 0o777 }).toEqual({ size: 1_000_000_000, mode: 0o600 });
});

it('an engine that is killed takes its commands along: the group, what left it, and what ignores SIGTERM', async () => {
  const { model, options } = await ownProcess();
  const [one, two, three, four] = [1, 2, 3, 4].map((digit) => `88${digit}000.${process.pid}`) as [string, string, string, string];
  model.says(
    reply(
      toolUse('Bash', { command: `sleep ${one}`, run_in_background: true }),
      toolUse('Bash', { command: `setsid sleep ${two} & (trap '' TERM; sleep ${three}; sleep ${three}) & env -i sleep ${four}` }),
    ),
  );
  const asked = query({ prompt: 'go', options });
  const { pid } = await asked.initializationResult();
  const reading = (async () => {
    for await (const _ of asked);
  })();
  await until(() => [one, two, three, four].every((duration) => processesWith(duration).length > 0));
  process.kill(pid!, 'SIGKILL');
  await expect(reading).rejects.toThrow(/SIGKILL/);
  await until(() => [one, two, three, four].every((duration) => processesWith(duration).length === 0));
});

it('a lack of file descriptors is a typed error, and the next try works', async () => {
  const { startShell } = await import('../../packages/engine/src/process/run-shell.js');
  const run = async () => {
    let output = '';
    const shell = await startShell({
      command: 'echo fine',
      cwd: '/',
      env: process.env,
      sessionId: 'none',
      onOutput: (chunk) => (output += chunk.toString()),
    });
    await shell.ended;
    return output;
  };
  expect(await run()).toBe('fine\n');
  // A helper that is started while that is still possible lowers the limit of this process and raises it again.
  const helper = spawn(
    'sh',
    [
      '-c',
      'old=$(prlimit --pid $PPID --nofile --output SOFT --noheadings); prlimit --pid $PPID --nofile=8:; echo low; read -r _; prlimit --pid $PPID --nofile=$old:; echo back',
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines = createInterface(helper.stdout);
  await once(lines, 'line');
  const failure = await run().catch((error: unknown) => error);
  helper.stdin.end('\n');
  await once(helper, 'exit');
  expect(failure).toMatchObject({
    name: 'AgentError',
    code: 'spawn_failed',
    data: { errno: 'EMFILE' },
    message: expect.stringContaining('too many open files'),
  });
  expect(await run()).toBe('fine\n');
});
