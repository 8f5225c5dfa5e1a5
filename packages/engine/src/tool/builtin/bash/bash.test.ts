import { expect, it } from 'vitest';
import { toolBench } from '../../../../../../test/support/tool-bench.js';
import { taskOutputTool } from '../task-output.js';
import { bashTool } from './bash.js';

const bench = () => toolBench({ env: { PATH: process.env.PATH ?? '' } });

it('refuses a command with a NUL byte, in few words', async () => {
  expect(await bench().call(bashTool, { command: 'echo a\0b' })).toMatchObject({
    isError: true,
    content: 'The command was not run: it has a NUL byte, which no command can have.',
  });
});

it.each([1e12, 2 ** 31])('takes a time limit of %d ms for a long one', async (timeout) => {
  const { call } = bench();
  expect((await call(bashTool, { command: 'sleep 0.05; echo over', timeout })).content).toBe('over');
  const started = await call(bashTool, { command: 'sleep 0.05; echo over', timeout, run_in_background: true });
  const id = /as task (\w+)/.exec(String(started.content))![1];
  expect((await call(taskOutputTool, { task_id: id })).result).toMatchObject({
    retrieval_status: 'success',
    task: { status: 'completed', output: 'over', exitCode: 0 },
  });
});
