import { readFileSync } from 'node:fs';
import { chmod, mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reply, resultsOf, text, toolResultsOf, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { processTable } from '@inboard/wire/subprocess';
import type { Options, SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import { verifies, type Agent } from '../harness.js';

/** Whatever is asked even so is allowed: these promises are about running. */
const options: Options = {
  tools: ['Bash', 'TaskOutput', 'TaskStop'],
  permissionMode: 'bypassPermissions',
  allowDangerouslySkipPermissions: true,
  canUseTool: async (_name, input) => ({ behavior: 'allow', updatedInput: input }),
};

interface Ran {
  content: string;
  isError: boolean;
  result: unknown;
}

/** Has the model call a tool once per input, one reply each; the last word is "done". */
async function run(agent: Agent, inputs: Record<string, unknown>[], more: Options = {}): Promise<Ran[]> {
  agent.model.says(...inputs.map((input) => reply(toolUse('Bash', input))), reply(text('done')));
  const messages = await agent.ask('go', more);
  expect(resultsOf(messages)).toHaveLength(1);
  return ranIn(messages);
}

function ranIn(messages: WireMessage[]): Ran[] {
  const results = messages.filter((message) => message.type === 'user' && 'tool_use_result' in message);
  return toolResultsOf(messages).map((block, index) => ({
    content: block.content as string,
    isError: block.is_error === true,
    result: results[index]?.tool_use_result,
  }));
}

async function bash(agent: Agent, command: string, more: Record<string, unknown> = {}): Promise<Ran> {
  const [ran] = await run(agent, [{ command, ...more }]);
  return ran!;
}

const withEnv = (agent: Agent, env: Record<string, string>): Options => ({ env: { ...agent.options.env, ...env } });

/** Waits until something is true; the test's own time limit is the only limit. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(25);
}

/** Processes whose command line holds this text. */
function processesWith(part: string): number[] {
  return [...processTable().values()].filter((row) => !row.zombie && commandLine(row.pid).includes(part)).map((row) => row.pid);
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ''; // it has ended
  }
}

/** A duration nobody else sleeps for, to find a process by. */
let nextNap = 0;
const nap = () => `${777_000 + (process.pid % 1000) + (nextNap += 1)}.${process.pid}`;

verifies('bash:result', async ({ open }) => {
  const agent = await open(options);
  const [ran, empty] = await run(agent, [
    { command: 'echo one; echo two >&2; echo "three  "; printf %s "$#$1"' },
    { command: 'mkdir -p a/b' },
  ]);
  expect(ran).toEqual({
    content: 'one\ntwo\nthree  \n0',
    isError: false,
    result: { stdout: 'one\ntwo\nthree  \n0', stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
  });
  expect(empty).toEqual({
    content: '(no output)',
    isError: false,
    result: { stdout: '', stderr: '', interrupted: false, isImage: false, noOutputExpected: true },
  });
});

verifies('bash:exit-code', async ({ open }) => {
  const agent = await open(options);
  await writeFile(join(agent.cwd, 'plain'), 'x');
  const commands = [
    'echo partly; exit 3',
    'no-such-program',
    './plain',
    'kill -9 $$',
    'set -e; cd /; false; echo no',
    'if',
    'trap "exit 4" EXIT; true',
  ];
  const ran = await run(
    agent,
    commands.map((command) => ({ command })),
  );
  expect(ran.every(({ isError }) => isError)).toBe(true);
  expect(ran[0]).toEqual({ content: 'Exit code 3\npartly', isError: true, result: 'Error: Exit code 3\npartly' });
  expect(ran.map(({ content }) => content.split('\n').slice(0, 2))).toEqual([
    ['Exit code 3', 'partly'],
    ['Exit code 127', '(The command was not found)'],
    ['Exit code 126', '(The command was found but cannot be executed)'],
    ['Exit code 137', '(Ended by SIGKILL, often because memory ran out)'],
    ['Exit code 1', `Shell cwd was reset to ${agent.cwd}`],
    ['Exit code 2', expect.stringContaining('syntax error')],
    ['Exit code 4'],
  ]);
});

verifies('bash:benign-exit', async ({ open }) => {
  const agent = await open(options);
  const ran = await bash(agent, 'echo a | grep b');
  expect(ran).toEqual({
    content: '(No matches found)',
    isError: false,
    result: {
      stdout: '',
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: false,
      returnCodeInterpretation: 'No matches found',
    },
  });
});

verifies('bash:environment', async ({ open }) => {
  const agent = await open(options);
  await writeFile(join(agent.cwd, 'env.sh'), 'echo poisoned');
  const hostile = {
    BASH_ENV: join(agent.cwd, 'env.sh'),
    'BASH_FUNC_echo%%': '() { printf hijacked; }',
    GH_TOKEN: 'secret-1',
    MY_SECRET: 'secret-2',
    NPM_TOKEN: 'kept',
    INBOARD_KEEP_ENV: 'NPM_TOKEN',
  };
  agent.model.says(
    reply(toolUse('Bash', { command: 'env' })),
    reply(
      toolUse('Bash', {
        command: 'cat; read -r line; echo "[$line]"; (exec </dev/tty) 2>&1; echo $CLAUDECODE $CLAUDE_CODE_SESSION_ID $GIT_TERMINAL_PROMPT',
      }),
    ),
    reply(text('done')),
  );
  const messages = await agent.ask('go', withEnv(agent, hostile));
  const [env, input] = ranIn(messages);
  expect(env!.content).not.toMatch(/test-key|secret-|ANTHROPIC|BASH_ENV|BASH_FUNC|poisoned|hijacked/);
  expect(env!.content).toContain('NPM_TOKEN=kept');
  expect(input!.content).toContain('[]');
  expect(input!.content).toContain('/dev/tty: No such device or address');
  expect(input!.content).toContain(`1 ${messages[0]!.session_id as string} 0`);
});

verifies('bash:cwd', async ({ open }) => {
  const agent = await open(options);
  const other = join(agent.home, 'other');
  await mkdir(join(agent.cwd, 'in side'));
  await mkdir(other);
  const commands = [
    'cd "in side"; exit 0',
    'pwd',
    'cd .. && false',
    'pwd',
    'cd /; pwd',
    'pwd',
    `cd ${other}`,
    'pwd',
    `ln -s / out; cd out`,
    '(cd /); export A=1',
    'pwd; echo "[$A]"',
  ];
  const ran = await run(
    agent,
    commands.map((command) => ({ command })),
    { additionalDirectories: [other] },
  );
  expect(ran.map(({ content }) => content)).toEqual([
    '(no output)',
    join(agent.cwd, 'in side'),
    'Exit code 1',
    agent.cwd,
    `/\nShell cwd was reset to ${agent.cwd}`,
    agent.cwd,
    '(no output)',
    other,
    `Shell cwd was reset to ${agent.cwd}`,
    '(no output)',
    `${agent.cwd}\n[]`,
  ]);
});

verifies('bash:cwd-deleted', async ({ open }) => {
  const agent = await open(options);
  const commands = ['mkdir gone && cd gone', 'rmdir ../gone; echo end', 'pwd', 'mkdir later && cd later && touch ../go'];
  const ran = await run(
    agent,
    commands.map((command) => ({ command })),
  );
  expect(ran.map(({ content }) => content)).toEqual(['(no output)', `end\nShell cwd was reset to ${agent.cwd}`, agent.cwd, '(no output)']);
  // Gone between two commands: removed by somebody else while the model is thinking.
  agent.model.says(
    reply(toolUse('Bash', { command: 'mkdir between && cd between' })),
    async () => {
      await rmdir(join(agent.cwd, 'between'));
      return reply(toolUse('Bash', { command: 'pwd' }));
    },
    reply(toolUse('Bash', { command: 'pwd' })),
    reply(text('done')),
  );
  const [, missing, after] = ranIn(await agent.ask('again'));
  expect(missing!.isError).toBe(true);
  expect(missing!.content).toBe(
    `The command was not run: the folder of the shell, ${join(agent.cwd, 'between')}, no longer exists. The next command runs in ${agent.cwd}.`,
  );
  expect(after!.content).toBe(agent.cwd);
});

verifies('bash:long-output', async ({ open }) => {
  const agent = await open(options);
  const ran = await bash(agent, 'seq 1 100000');
  const whole = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join('');
  const { stdout, persistedOutputPath, persistedOutputSize } = ran.result as {
    stdout: string;
    persistedOutputPath: string;
    persistedOutputSize: number;
  };
  expect(ran.content).toBe(stdout);
  expect(persistedOutputSize).toBe(whole.length);
  expect(await readFile(persistedOutputPath, 'utf8')).toBe(whole);
  expect(stdout).toBe(
    `${whole.slice(0, 15_000)}\n[... ${whole.length - 30_000} bytes left out; all ${whole.length} bytes are in ${persistedOutputPath} ...]\n${whole.slice(-15_000).trimEnd()}`,
  );
  const [short] = await run(agent, [{ command: 'seq 1 100' }], withEnv(agent, { BASH_MAX_OUTPUT_LENGTH: '20' }));
  expect(short!.content).toMatch(/^1\n2\n3\n4\n5\n\n\[\.\.\. 272 bytes left out; all 292 bytes are in .*\]\n98\n99\n100$/);
});

verifies('bash:binary-output', async ({ open }) => {
  const agent = await open(options);
  const [binary, line] = await run(agent, [
    { command: 'head -c 200000 /dev/urandom; printf "\\xff\\xfe"' },
    { command: 'head -c 50000000 /dev/zero | tr "\\0" "é"' },
  ]);
  expect(binary!.isError).toBe(false);
  expect(binary!.content.length).toBeLessThan(31_000);
  expect((line!.result as { persistedOutputSize: number }).persistedOutputSize).toBe(50_000_000);
  expect(line!.content.length).toBeLessThan(31_000);
});

verifies('bash:image', async ({ open }) => {
  const agent = await open(options);
  const data = Buffer.alloc(60_000, 7).toString('base64');
  await writeFile(join(agent.cwd, 'picture'), `data:image/png;base64,${data}\n`);
  const ran = await bash(agent, 'cat picture');
  expect(ran.content).toEqual([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }]);
  expect(ran.result).toMatchObject({ isImage: true, stdout: `data:image/png;base64,${data}` });
});

verifies('bash:time-limit', async ({ open }) => {
  const agent = await open(options);
  const [one, two, three] = [nap(), nap(), nap()];
  const ran = await bash(
    agent,
    `echo begun; setsid sleep ${one} & (setsid env -u INBOARD_MARK sleep ${two} &); (trap '' TERM; sleep ${three}; sleep ${three}) & wait`,
    { timeout: 400 },
  );
  expect(ran.isError).toBe(true);
  expect(ran.content).toBe(
    'Timed out after 0.4 s: the command was ended, with everything it had started. Give a longer timeout, or run_in_background.\nbegun',
  );
  expect(ran.result).toMatchObject({ stdout: 'begun', interrupted: true });
  expect([...processesWith(one), ...processesWith(three)]).toEqual([]);
  // Whoever takes the mark off and leaves the tree has asked to be left alone.
  for (const pid of processesWith(two)) process.kill(pid, 'SIGKILL');
});

verifies('bash:interrupt', async ({ open }) => {
  const agent = await open(options);
  const [one, two] = [nap(), nap()];
  agent.model.says(
    reply(toolUse('Bash', { command: `echo begun; trap '' TERM; setsid sleep ${one} & sleep ${two}; sleep ${two}` })),
    reply(text('done')),
  );
  const query = agent.query('go');
  const messages: WireMessage[] = [];
  const reading = (async () => {
    for await (const message of query) messages.push(message);
  })();
  await until(() => processesWith(one).length > 0 && processesWith(two).length > 0);
  const asked = performance.now();
  await query.interrupt();
  await until(() => processesWith(one).length + processesWith(two).length === 0);
  expect(performance.now() - asked).toBeLessThan(2000); // half a second on a machine that is not busy
  await reading;
  expect(ranIn(messages)).toEqual([
    {
      content: 'Interrupted: the command was ended, with everything it had started.\nbegun',
      isError: true,
      result: { stdout: 'begun', stderr: '', interrupted: true, isImage: false, noOutputExpected: false },
    },
  ]);
});

verifies('bash:daemon', async ({ open }) => {
  const agent = await open(options);
  const [one, two] = [nap(), nap()];
  agent.model.says(reply(toolUse('Bash', { command: `sleep ${one} & setsid sleep ${two} & echo started` })), () => {
    expect(processesWith(two)).toHaveLength(1);
    return reply(text('done'));
  });
  const messages = await agent.ask('go');
  const [ran] = ranIn(messages);
  expect(ran!.isError).toBe(false);
  expect(ran!.content).toMatch(/^started\nStill running in the background: processes? [\d, ]+\. (It ends|They end) with the session\.$/);
  await until(() => processesWith(one).length + processesWith(two).length === 0);
});

verifies('bash:no-zombies', async ({ open, transport }) => {
  const agent = await open(options);
  const enginePid = { pid: process.pid };
  agent.model.says(...Array.from({ length: 8 }, () => reply(toolUse('Bash', { command: 'true & true & (true &); echo $PPID' }))), () => {
    const children = [...processTable().values()].filter((row) => row.parent === enginePid.pid && row.zombie);
    expect(children).toEqual([]);
    return reply(text('done'));
  });
  const query = agent.query('go');
  if (transport === 'subprocess') enginePid.pid = (await query.initializationResult()).pid!;
  const messages: WireMessage[] = [];
  for await (const message of query) messages.push(message);
  expect(ranIn(messages).map(({ content }) => Number.parseInt(content, 10))).toEqual(Array.from({ length: 8 }, () => enginePid.pid));
  expect(resultsOf(messages)[0]).toMatchObject({ is_error: false });
});

verifies('bash:shell-missing', async ({ open }) => {
  const agent = await open(options);
  const stub = join(agent.home, 'bash');
  await writeFile(stub, '#!/bin/sh\n');
  await chmod(stub, 0o644);
  for (const shell of [stub, join(agent.home, 'no', 'bash')]) {
    const [ran] = await run(agent, [{ command: 'true' }], withEnv(agent, { CLAUDE_CODE_SHELL: shell }));
    expect(ran!.isError).toBe(true);
    expect(ran!.content).toContain(`CLAUDE_CODE_SHELL names ${shell}, which cannot be run`);
  }
  const [other] = await run(
    agent,
    [{ command: 'echo "${BASH##*/}"' }],
    withEnv(agent, { CLAUDE_CODE_SHELL: '/bin/sh', PATH: `.:${process.env.PATH}` }),
  );
  expect(other!.content).toBe('bash');
});

verifies('bash:long-command', async ({ open }) => {
  const agent = await open(options);
  const ran = await bash(agent, `echo ${'x'.repeat(200_000)}`);
  expect(ran.isError).toBe(true);
  expect(ran.content).toMatch(/too long for this system. Put it into a file and run that \(E2BIG\)/);
});

const taskIn = (content: string) => /task (b[0-9a-f]{8})\./.exec(content)?.[1] ?? '';

/** The id of the task that the conversation so far has started. */
const startedTask = (raw: string) => /task (b[0-9a-f]{8})\. Its output/.exec(raw)?.[1] ?? '';

verifies('bash:background', async ({ open }) => {
  const agent = await open(options);
  const duration = nap();
  agent.model.says(
    reply(toolUse('Bash', { command: `echo begun; echo other; sleep ${duration}`, run_in_background: true, description: 'naps' })),
    reply(text('first turn over')),
    (request) => reply(toolUse('BashOutput', { task_id: startedTask(request.raw), block: false, filter: '^beg' })),
    (request) => reply(toolUse('TaskOutput', { task_id: startedTask(request.raw), timeout: 20 })),
    (request) => reply(toolUse('KillShell', { shell_id: startedTask(request.raw) })),
    (request) => reply(toolUse('TaskOutput', { task_id: startedTask(request.raw) })),
    (request) => reply(toolUse('TaskStop', { task_id: startedTask(request.raw) })),
    reply(text('done')),
  );
  let next: (() => void) | undefined;
  const firstOver = new Promise<void>((resolve) => (next = resolve));
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    yield { type: 'user', session_id: '', message: { role: 'user', content: 'go' }, parent_tool_use_id: null };
    await firstOver;
    yield { type: 'user', session_id: '', message: { role: 'user', content: 'go on' }, parent_tool_use_id: null };
  }
  const messages: WireMessage[] = [];
  for await (const message of agent.query(prompts())) {
    messages.push(message);
    if (message.type !== 'result' || resultsOf(messages).length !== 1) continue;
    await until(() => processesWith(duration).length > 0);
    next!();
  }
  const [started, filtered, waited, stopped, ended, again] = ranIn(messages);
  const id = taskIn(started!.content);
  const file = /goes to (\S+);/.exec(started!.content)![1]!;
  expect(started!.result).toEqual({
    stdout: '',
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: true,
    backgroundTaskId: id,
  });
  const task = { task_id: id, task_type: 'local_bash', description: 'naps' };
  expect(filtered!.result).toEqual({ retrieval_status: 'not_ready', task: { ...task, status: 'running', output: 'begun' } });
  expect(waited).toEqual({
    content: `Task ${id}: still running. The whole output is in ${file}\nbegun\nother`,
    isError: false,
    result: { retrieval_status: 'timeout', task: { ...task, status: 'running', output: 'begun\nother' } },
  });
  expect(stopped!.result).toEqual({
    message: `Stopped task ${id} (naps).`,
    task_id: id,
    task_type: 'local_bash',
    command: `echo begun; echo other; sleep ${duration}`,
  });
  expect(ended!.result).toEqual({
    retrieval_status: 'success',
    task: { ...task, status: 'stopped', output: 'begun\nother', exitCode: 143 },
  });
  expect(again!.content).toBe(`Task ${id} has already ended: "naps" was stopped.`);
  expect(messages.filter((message) => String(message.subtype).startsWith('task_'))).toMatchObject([
    { subtype: 'task_started', task_id: id, description: 'naps', task_type: 'local_bash' },
    { subtype: 'task_notification', task_id: id, status: 'stopped', output_file: file, summary: '"naps" was stopped' },
  ]);
  expect(await readFile(file, 'utf8')).toBe('begun\nother\n');
  expect(processesWith(duration)).toEqual([]);
});

verifies('bash:background-interrupt', async ({ open }) => {
  const agent = await open(options);
  const [back, front] = [nap(), nap()];
  agent.model.says(
    reply(toolUse('Bash', { command: `sleep ${back}`, run_in_background: true }), toolUse('Bash', { command: `sleep ${front}` })),
    reply(text('done')),
  );
  let end: (() => void) | undefined;
  const open_ = new Promise<void>((resolve) => (end = resolve));
  async function* prompts(): AsyncGenerator<SDKUserMessage> {
    yield { type: 'user', session_id: '', message: { role: 'user', content: 'go' }, parent_tool_use_id: null };
    await open_;
  }
  const query = agent.query(prompts());
  let id = '';
  for await (const message of query) {
    const wire = message as unknown as WireMessage;
    if (wire.subtype === 'task_started') {
      id = String(wire.task_id);
      void until(() => processesWith(front).length > 0).then(() => query.interrupt());
    }
    if (wire.type === 'result') {
      expect(processesWith(front)).toEqual([]);
      expect(processesWith(back)).not.toEqual([]);
      await query.stopTask(id);
      expect(processesWith(back)).toEqual([]);
      await expect(query.stopTask(id)).rejects.toThrow(`There is no running task ${id}.`);
      end!();
    }
  }
});

verifies('bash:session-end', async ({ open }) => {
  const agent = await open(options);
  const [one, two] = [nap(), nap()];
  agent.model.says(reply(toolUse('Bash', { command: `setsid sleep ${one} & sleep ${two}`, run_in_background: true })), async () => {
    await until(() => processesWith(one).length > 0 && processesWith(two).length > 0);
    return reply(text('done'));
  });
  const messages = await agent.ask('go');
  expect(resultsOf(messages)[0]).toMatchObject({ is_error: false });
  await until(() => processesWith(one).length + processesWith(two).length === 0);
});

verifies('bash:unknown-task', async ({ open }) => {
  const agent = await open(options);
  agent.model.says(
    reply(toolUse('TaskStop', { task_id: 'nope' })),
    reply(toolUse('Bash', { command: 'sleep 60', run_in_background: true, description: 'a nap' })),
    reply(toolUse('TaskOutput', { task_id: 'nope' })),
    reply(toolUse('TaskStop', {})),
    reply(text('done')),
  );
  const [none, started, listed, unnamed] = ranIn(await agent.ask('go'));
  expect(none!.content).toBe('There is no task "nope". No task is running.');
  expect(listed!.content).toBe(`There is no task "nope". Running: ${taskIn(started!.content)} (a nap).`);
  expect(unnamed!.content).toBe('Say which task to stop: task_id is missing.');
});
