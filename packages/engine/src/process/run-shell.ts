import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Socket } from 'node:net';
import { AgentError } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import { childEnv } from './child-env.js';
import { endProcesses, isGroupAlive, livingProcesses, type ProcessSet } from './end-processes.js';
import { codeOfSignal } from './exit-words.js';
import { findShell } from './find-shell.js';
import { markVariable, newMark } from './process-mark.js';
import { rememberLeader, noteCommand } from './session-processes.js';
import type { Confinement } from './sandbox/sandbox.js';
import { quote } from './quote.js';
import { withPrefix } from './shell-prefix.js';
import { spawnError } from './spawn-error.js';
import { forgetGroup, watchGroup } from './watchdog.js';

export interface ShellCommand {
  command: string;
  cwd: string;
  env: Environment;
  sessionId: string;
  /** Given everything the command prints, standard output and error in the order they come. */
  onOutput: (chunk: Buffer) => void;
  /** Lines to run before the command, whose output is dropped. */
  envLines?: readonly string[];
  /** How it is confined; nothing lets it do whatever the user may do. */
  confinement?: Confinement | undefined;
}

/** How a command ended. */
export interface ShellEnd {
  code: number;
  /** The folder it ended in; absent when it ended in an unusual way. */
  cwd?: string;
  /** Processes it has left behind in the background. */
  leftBehind: number[];
}

/** A command that runs. */
export interface RunningShell {
  readonly pid: number;
  /** Settles when the shell itself has ended and its output was read; never rejects. */
  readonly ended: Promise<ShellEnd>;
  /** Ends it with everything it has started; resolves when all is gone. */
  end(patienceMs: number): Promise<void>;
}

/** A descriptor that commands hardly ever use themselves. */
const cwdDescriptor = 198;

/** Starts a command in a bash of its own. Rejects with an AgentError when it cannot be started. */
export async function startShell(options: ShellCommand): Promise<RunningShell> {
  if (options.command.includes('\0'))
    throw new AgentError('spawn_failed', 'The command was not run: it has a NUL byte, which no command can have.');
  const shell = findShell(options.env);
  const mark = newMark(options.sessionId);
  const child = await spawned(shell, options, mark);
  const pid = child.pid!; // it has started
  watchGroup(pid, shell);
  noteCommand(options.sessionId);
  const set: ProcessSet = { mark, leaders: [pid] };
  return { pid, ended: whenEnded(child, options, set), end: (patienceMs) => endProcesses(set, patienceMs) };
}

async function spawned(shell: string, options: ShellCommand, mark: string): Promise<ChildProcess> {
  const argv = withPrefix([shell, '--norc', '--noprofile', '-c', scriptFor(options)], options.env);
  const [file, ...args] = options.confinement?.wrap(argv) ?? argv;
  const marks = [options.env[markVariable], mark].filter((each) => each !== undefined).join(' ');
  const env = childEnv(options.env, {
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: options.sessionId,
    GIT_TERMINAL_PROMPT: '0',
    [markVariable]: marks,
  });
  const confined: NodeJS.ProcessEnv = { ...env, ...options.confinement?.env };
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(spawnError(error, file!, options)); // there is always a program
    try {
      // A session of its own: no terminal to ask on, and a group that can be ended as one.
      const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'pipe', ...(options.confinement?.descriptors ?? [])];
      const child = spawn(file!, args, { cwd: options.cwd, env: confined, stdio, detached: true });
      child.once('error', fail);
      child.once('spawn', () => {
        options.confinement?.started(child.stdio);
        resolve(child);
      });
      child.stdout?.on('data', options.onOutput);
      child.stderr?.on('data', options.onOutput); // only what the shell says before it runs the script
    } catch (error) {
      fail(error as Error); // spawn throws nothing else
    }
  });
}

/** The command as one script. It runs by `eval`, so the text that was judged is the text that runs. */
function scriptFor({ command, confinement, envLines = [] }: ShellCommand): string {
  const report = `{ builtin pwd -P >&${cwdDescriptor}; } 2>/dev/null || :`;
  return [
    'exec 2>&1',
    `{ exec ${cwdDescriptor}>&3 3>&-; } 2>/dev/null`, // a program before the shell may have closed it
    ...(confinement ? [confinement.prelude] : []),
    `trap ${quote(report)} EXIT`,
    ...envLines.map((lines) => `eval ${quote(lines)} >/dev/null`),
    `eval ${quote(command)}`,
  ].join('\n');
}

async function whenEnded(child: ChildProcess, options: ShellCommand, set: ProcessSet): Promise<ShellEnd> {
  const pid = child.pid!; // it has started
  const cwd = readCwd(child.stdio[3] as Readable | null | undefined); // a pipe, by the options of spawn
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const code = await exitCode(child);
  await quiet(child, closed);
  const leftBehind = isGroupAlive(pid) ? livingProcesses(set).map((row) => row.pid) : [];
  if (leftBehind.length > 0) rememberLeader(options.sessionId, pid);
  else forgetGroup(pid);
  const last = cwd.text.trimEnd().split('\n').at(-1) ?? '';
  return { code, leftBehind, ...(last.startsWith('/') && { cwd: last }) };
}

function readCwd(stream: Readable | null | undefined): { text: string } {
  const cwd = { text: '' };
  stream?.setEncoding('utf8');
  stream?.on('data', (text: string) => (cwd.text = (cwd.text + text).slice(-8192)));
  return cwd;
}

function exitCode(child: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? (signal ? codeOfSignal(signal) : 1)));
  });
}

const quietMs = 50;
const longestMs = 1000;

/**
 * Waits until the output has been read: to its end, or, when something in the background holds it open,
 * until nothing came for a moment. What comes later is read and dropped, so that nobody is stopped by it.
 */
function quiet(child: ChildProcess, closed: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const streams = child.stdio.slice(1, 4) as Socket[]; // its output and its folder; pipes are sockets
    const done = () => {
      clearTimeout(silence);
      clearTimeout(limit);
      for (const stream of streams) stream.off('data', onData).removeAllListeners('data').resume().unref();
      resolve();
    };
    const silence = setTimeout(done, quietMs);
    const limit = setTimeout(done, longestMs);
    const onData = () => void silence.refresh();
    for (const stream of streams) stream.on('data', onData);
    void closed.then(done);
  });
}
