import type { HookEvent } from '@inboard/wire';
import type { Environment } from '../../port/environment.js';
import { childEnv } from '../../process/child-env.js';
import type { EnvFile } from '../../process/env-file.js';
import { runProgram, type ProgramEnd } from '../../process/run-program.js';
import type { HandlerCall, HandlerEnd, HookHandler } from '../handler.js';
import { readAnswer } from './answer.js';
import { asyncLimit, withoutAsyncLine } from './async-line.js';

/** Characters kept of what a hook prints. */
const maxOutput = 1_000_000;

export interface CommandHook {
  command: string;
  /** With arguments the command is a program and no shell is involved. */
  args?: readonly string[];
}

export interface CommandOptions {
  cwd: string;
  env: Environment;
  /** Milliseconds it has when it goes on in the background and names no limit of its own. */
  timeoutMs: number;
  /** More variables for the command, such as the plugin's folder. */
  variables?: Record<string, string>;
  /** Where the first hooks of a session leave variables for its commands. */
  envFile?: EnvFile;
}

/** Events whose hooks may leave variables. */
const leavesVariables: ReadonlySet<HookEvent> = new Set(['SessionStart', 'Setup']);

/** Runs a command with the event as JSON on its standard input. Nothing of the event ever becomes part of a shell line. */
export function runCommandHook(hook: CommandHook, options: CommandOptions): HookHandler['run'] {
  return (call) => runDetachable(call, options.timeoutMs, (signal, onOutput) => runHook(hook, options, { ...call, signal }, onOutput));
}

async function runHook(
  hook: CommandHook,
  options: CommandOptions,
  call: HandlerCall,
  onOutput: (stdout: string, stderr: string) => void,
): Promise<HandlerEnd> {
  const end = await runProgram({
    argv: hook.args ? [hook.command, ...hook.args] : ['/bin/bash', '--norc', '--noprofile', '-c', hook.command],
    cwd: options.cwd,
    env: childEnv(options.env, {
      CLAUDE_PROJECT_DIR: options.cwd,
      CLAUDE_CODE_SESSION_ID: typeof call.input.session_id === 'string' ? call.input.session_id : '',
      ...(leavesVariables.has(call.event) && options.envFile && { CLAUDE_ENV_FILE: options.envFile.forHook() }),
      ...options.variables,
    }),
    input: JSON.stringify(call.input),
    signal: call.signal,
    maxOutput,
    onOutput,
  });
  return readEnd(call, end);
}

/** Waits for a command, or only until its first line says that it goes on in the background. */
function runDetachable(
  call: HandlerCall,
  timeoutMs: number,
  run: (signal: AbortSignal, onOutput: (stdout: string, stderr: string) => void) => Promise<HandlerEnd>,
): Promise<HandlerEnd> {
  const child = new AbortController();
  const stop = () => child.abort(call.signal.reason);
  call.signal.addEventListener('abort', stop, { once: true });
  if (call.signal.aborted) stop();
  const report = call.onProgress && nowAndThen(call.onProgress);
  return new Promise((resolve) => {
    let detached = false;
    const later = run(child.signal, (stdout, stderr) => {
      report?.(stdout, stderr);
      const limit = detached ? undefined : asyncLimit(stdout, timeoutMs);
      if (limit === undefined) return;
      detached = true;
      call.signal.removeEventListener('abort', stop);
      endAfter(limit, child, call.ending, later);
      resolve({ kind: 'ran', output: {}, stdout, later });
    });
    void later.then((end) => resolve(end));
  });
}

/** Ends a command in the background when its time is up, and with the session. */
function endAfter(limitMs: number, child: AbortController, ending: AbortSignal, ended: Promise<unknown>): void {
  const stop = () => child.abort(new Error('its time is up'));
  const timer = setTimeout(stop, limitMs).unref();
  ending.addEventListener('abort', stop, { once: true });
  void ended.then(() => {
    clearTimeout(timer);
    ending.removeEventListener('abort', stop);
  });
}

const progressEveryMs = 1000;

/** A hook that prints a lot is not reported for every piece of it. */
function nowAndThen(report: (stdout: string, stderr: string) => void): typeof report {
  let last = -Infinity;
  return (stdout, stderr) => {
    if (performance.now() - last < progressEveryMs) return;
    last = performance.now();
    report(stdout, stderr);
  };
}

/** Exit code 0 is an answer, 2 says no with the reason on standard error, anything else is a failure. */
function readEnd(call: HandlerCall, end: ProgramEnd): HandlerEnd {
  const { stdout, stderr } = end;
  const seen = { stdout, stderr, ...(end.exitCode !== null && { exitCode: end.exitCode }) };
  if (end.error) return { kind: 'failed', reason: `it could not be started (${end.error.message}).`, ...seen };
  if (end.signal) return { kind: 'failed', reason: `it was ended by ${end.signal}.`, ...seen };
  if (end.exitCode === 2) return { kind: 'blocked', reason: stderr.trim() || 'No reason was given.', ...seen };
  if (end.truncated) return { kind: 'failed', reason: `it printed more than ${maxOutput} characters.`, ...seen };
  const answer = readAnswer(call.event, withoutAsyncLine(stdout));
  if (end.exitCode !== 0) {
    // An answer counts even so; without one the exit code is all there is.
    const spoke = 'output' in answer && withoutAsyncLine(stdout).trim().startsWith('{');
    return spoke
      ? { kind: 'ran', output: answer.output, ...seen }
      : { kind: 'failed', reason: `it ended with exit code ${end.exitCode}. ${stderr.trim().slice(0, 500)}`.trim(), ...seen };
  }
  return 'output' in answer ? { kind: 'ran', output: answer.output, ...seen } : { kind: 'failed', reason: answer.problem, ...seen };
}
