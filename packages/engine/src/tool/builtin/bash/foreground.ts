import type { BashInput } from '@inboard/wire';
import { patience } from '../../../process/end-processes.js';
import { OutputCapture } from '../../../process/output-capture.js';
import type { RunningShell, ShellEnd } from '../../../process/run-shell.js';
import type { ToolContext, ToolOutcome } from '../../define.js';
import { outputLimit, timeLimit } from './limits.js';
import { present } from './present.js';
import { carryFolder, shellFolder } from './shell-folder.js';
import { startCommand } from './start-command.js';

/** Why a command is over. */
export type Cause = { kind: 'ended' } | { kind: 'interrupted' } | { kind: 'timed out'; afterMs: number };

/** Runs a command to its end, its time limit or an interrupt. What it printed until then is kept. */
export async function runInForeground(input: BashInput, context: ToolContext): Promise<ToolOutcome> {
  const cwd = shellFolder(context);
  const capture = new OutputCapture({
    limit: outputLimit(context.env),
    createFile: () => context.results.create(`bash-${context.port.newId()}.txt`),
  });
  const shell = await startCommand(input, context, { cwd, onOutput: (chunk) => capture.write(chunk) });
  const cause = await whenOver(shell, timeLimit(input.timeout, context.env), context.signal);
  const end = await ending(shell, cause, context.signal);
  const output = capture.finish();
  const reset = carryFolder(context, end.cwd);
  return present({
    input,
    cause,
    end,
    output,
    notes: [...(reset === undefined ? [] : [reset]), ...(cause.kind === 'ended' ? leftovers(end) : [])],
  });
}

function whenOver(shell: RunningShell, afterMs: number, signal: AbortSignal): Promise<Cause> {
  return new Promise((resolve) => {
    const finish = (cause: Cause) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      resolve(cause);
    };
    const onAbort = () => finish({ kind: 'interrupted' });
    const timer = setTimeout(() => finish({ kind: 'timed out', afterMs }), afterMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    void shell.ended.then(() => finish({ kind: 'ended' }));
  });
}

/** Ends what has to be ended, and says how it ended. */
async function ending(shell: RunningShell, cause: Cause, signal: AbortSignal): Promise<ShellEnd> {
  if (cause.kind === 'ended') return shell.ended;
  if (cause.kind === 'interrupted') await shell.end(patience.interrupt);
  else await Promise.race([shell.end(patience.timeLimit), whenAborted(signal).then(() => shell.end(patience.interrupt))]);
  // What even SIGKILL does not end (a hanging disk) is left to the system.
  return Promise.race([
    shell.ended,
    new Promise<ShellEnd>((resolve) => setTimeout(resolve, 1000, { code: 137, leftBehind: [shell.pid] }).unref()),
  ]);
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function leftovers(end: ShellEnd): string[] {
  const several = end.leftBehind.length > 1;
  return end.leftBehind.length === 0
    ? []
    : [
        `Still running in the background: process${several ? 'es' : ''} ${end.leftBehind.join(', ')}. ${several ? 'They end' : 'It ends'} with the session.`,
      ];
}
