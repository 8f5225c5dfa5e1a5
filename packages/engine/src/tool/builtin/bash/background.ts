import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError, type BashInput, type BashOutput } from '@inboard/wire';
import { envFlag, longestTimer } from '../../../port/environment.js';
import { patience } from '../../../process/end-processes.js';
import { exitWords } from '../../../process/exit-words.js';
import { OutputCapture } from '../../../process/output-capture.js';
import type { RunningShell } from '../../../process/run-shell.js';
import type { Task, TaskEnd } from '../../../process/task-registry.js';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { outputLimit } from './limits.js';
import { shellFolder } from './shell-folder.js';
import { startCommand } from './start-command.js';

/** Starts a command that goes on after the call, and after the turn; it ends with the session at the latest. */
export async function runInBackground(input: BashInput, context: ToolContext): Promise<ToolOutcome> {
  if (envFlag(context.env, 'CLAUDE_CODE_DISABLE_BACKGROUND_TASKS')) {
    throw new AgentError(
      'spawn_failed',
      'The command was not run: background tasks are turned off here (CLAUDE_CODE_DISABLE_BACKGROUND_TASKS).',
    );
  }
  const task = await startTask(input, context);
  context.tasks.add(task);
  const result: BashOutput = {
    stdout: '',
    stderr: '',
    interrupted: false,
    isImage: false,
    noOutputExpected: true,
    backgroundTaskId: task.id,
  };
  return {
    content: `Running in the background as task ${task.id}. Its output goes to ${task.outputFile}; TaskOutput reads it, TaskStop ends it.`,
    result,
  };
}

async function startTask(input: BashInput, context: ToolContext): Promise<Task> {
  const id = `b${context.port.newId().replaceAll('-', '').slice(0, 8)}`;
  const cwd = shellFolder(context);
  const capture = new OutputCapture({ limit: outputLimit(context.env), createFile: () => context.results.create(`${id}.txt`) });
  const outputFile = capture.openFile();
  const starting = startCommand(input, context, { cwd, onOutput: (chunk) => capture.write(chunk) });
  const shell = await starting.catch((error: unknown) => {
    capture.finish();
    rmSync(outputFile, { force: true });
    throw error;
  });
  const control = controlOf(shell, input, capture);
  return {
    id,
    type: 'local_bash',
    description: input.description ?? input.command,
    toolUseId: context.toolUseId,
    outputFile,
    command: input.command,
    ...control,
  };
}

/** The end of a background command, and the way to bring it about. */
function controlOf(shell: RunningShell, input: BashInput, capture: OutputCapture): Pick<Task, 'done' | 'stop'> {
  let cut: 'stopped' | 'timed out' | undefined;
  const end = (why: 'stopped' | 'timed out', patienceMs: number) => {
    cut ??= why;
    return shell.end(patienceMs);
  };
  const afterMs = Math.min(input.timeout ?? 0, longestTimer);
  const timer = afterMs > 0 ? setTimeout(() => void end('timed out', patience.timeLimit), afterMs).unref() : undefined;
  const done = shell.ended.then(({ code }): TaskEnd => {
    clearTimeout(timer);
    capture.finish();
    return taskEnd(input, code, cut);
  });
  const stop = async () => {
    await end('stopped', patience.stop);
    // Not even SIGKILL ends a process that waits for a broken disk: it is given up.
    await Promise.race([done, sleep(1000, undefined, { ref: false })]);
  };
  return { done, stop };
}

function taskEnd(input: BashInput, exitCode: number, cut: 'stopped' | 'timed out' | undefined): TaskEnd {
  const name = `"${input.description ?? input.command}"`;
  if (cut === 'stopped') return { status: 'stopped', summary: `${name} was stopped`, exitCode };
  if (cut === 'timed out') return { status: 'failed', summary: `${name} timed out after ${input.timeout! / 1000} s`, exitCode }; // a timer needs a timeout
  const words = exitWords(input.command, exitCode);
  const meaning = words.meaning === undefined ? '' : ` (${words.meaning})`;
  return { status: words.failed ? 'failed' : 'completed', summary: `${name} ended with exit code ${exitCode}${meaning}`, exitCode };
}
