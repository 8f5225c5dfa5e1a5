import { readFile } from 'node:fs/promises';
import { reply, resultsOf, text, toolUse } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import type { SDKUserMessage } from 'inboard';
import { expect } from 'vitest';
import { verifies } from '../harness.js';
import { options, ranIn } from '../support/bash-agent.js';
import { nap, processesWith, until } from '../support/processes.js';

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
