import type { TaskOutputInput, TaskOutputOutput } from '@inboard/wire';
import { envNumber } from '../../port/environment.js';
import { HeadTail } from '../../process/head-tail.js';
import { showOutput } from '../../process/output-capture.js';
import { readOutput } from '../../process/read-output.js';
import { search } from '../../process/ripgrep.js';
import type { Task, TaskEnd } from '../../process/task-registry.js';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../define.js';
import prompt from './task-output.md';
import { unknownTask } from './unknown-task.js';

const usualWaitMs = 30_000;
const longestWaitMs = 600_000;

/** Reads the output and the state of a background task. */
export const taskOutputTool = builtinTool('TaskOutput', { prompt, readOnly: true, run: taskOutput });

async function taskOutput(input: TaskOutputInput, context: ToolContext): Promise<ToolOutcome> {
  const entry = context.tasks.find(input.task_id);
  if (!entry) return failed(unknownTask(input.task_id, context.tasks));
  const { task } = entry;
  const end =
    entry.end ??
    (input.block === false ? undefined : await within(task.done, Math.min(input.timeout ?? usualWaitMs, longestWaitMs), context.signal));
  const output = await outputOf(task, input.filter, context);
  if ('problem' in output) return failed(output.problem);
  return present(task, end, output.text, input);
}

/** The end of a task, or nothing when it does not come in time. */
function within(done: Promise<TaskEnd>, milliseconds: number, signal: AbortSignal): Promise<TaskEnd | undefined> {
  return new Promise((resolve) => {
    const finish = (end?: TaskEnd) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(end);
    };
    const onAbort = () => finish();
    const timer = setTimeout(finish, milliseconds);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    void done.then(finish);
  });
}

async function outputOf(task: Task, filter: string | undefined, context: ToolContext): Promise<{ text: string } | { problem: string }> {
  const limit = Math.min(envNumber(context.env, 'TASK_MAX_OUTPUT_LENGTH', 0) || 32_000, 160_000);
  if (filter === undefined) return { text: readOutput(task.outputFile, limit) };
  const kept = new HeadTail(limit);
  const end = await search({
    // ripgrep takes time in proportion to the text, whatever the expression.
    args: [
      '--color=never',
      '--text',
      '--no-line-number',
      '--no-filename',
      '--max-columns=2000',
      '--max-columns-preview',
      '-e',
      filter,
      '--',
      task.outputFile,
    ],
    cwd: context.cwd,
    signal: context.signal,
    timeoutMs: 20_000,
    separator: '\n',
    onRecord: (record) => {
      kept.push(Buffer.from(`${record}\n`));
      return true;
    },
  });
  if (end.code === 2) return { problem: `The filter cannot be used: ${end.stderr.trim()}` };
  return { text: showOutput({ ...kept.excerpt(), totalBytes: kept.total }).trimEnd() };
}

function present(task: Task, end: TaskEnd | undefined, output: string, input: TaskOutputInput): ToolOutcome {
  const status = end?.status ?? 'running';
  const exitCode = end?.exitCode;
  const result: TaskOutputOutput = {
    retrieval_status: end ? 'success' : input.block === false ? 'not_ready' : 'timeout',
    task: {
      task_id: task.id,
      task_type: task.type,
      status,
      description: task.description,
      output,
      ...(exitCode !== undefined && { exitCode }),
    },
  };
  const state = end ? `${status}${exitCode === undefined ? '' : `, exit code ${exitCode}`}` : 'still running';
  const none = input.filter === undefined ? '(no output)' : '(no line matches)';
  return { content: `Task ${task.id}: ${state}. The whole output is in ${task.outputFile}\n${output === '' ? none : output}`, result };
}
