import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { AgentError, errorText } from '../errors.js';
import { killTree } from './process-tree.js';
import type { SpawnedProcess, SpawnOptions } from './spawned-process.js';
import { streamTransport } from './stream.js';
import type { OnProblem, Transport } from './transport.js';

/** How a process ended: one shape for every way. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set when it never started. */
  error?: Error;
  /** The last lines it wrote to standard error. */
  stderr: string;
}

export interface SubprocessOptions {
  command: string;
  args: string[];
  cwd?: string;
  env: { [name: string]: string | undefined };
  /** Starts the process in another way (a container, another machine). */
  spawn?: (options: SpawnOptions) => SpawnedProcess;
  onStderr?: (text: string) => void;
  onProblem?: OnProblem;
  /** Milliseconds between end of input and SIGTERM, and between SIGTERM and SIGKILL. */
  grace?: { term: number; kill: number };
}

export interface SubprocessTransport extends Transport {
  readonly pid: number | undefined;
  /** Resolves when the process is gone; never rejects. */
  readonly exited: Promise<ProcessEnd>;
}

const stderrKept = 4096;
const defaultGrace = { term: 2000, kill: 5000 };

/** An engine in a child process. Closing climbs the ladder: end of input, SIGTERM, SIGKILL, the whole tree. */
export function subprocessTransport(options: SubprocessOptions): SubprocessTransport {
  if (options.cwd !== undefined && !existsSync(options.cwd)) {
    throw new AgentError('cwd_missing', `The working directory does not exist: ${options.cwd}. Create it or pass another "cwd".`);
  }
  const forced = new AbortController();
  const child = start(options, forced.signal);
  const tail = keepTail(child, options.onStderr);
  const exited = watchExit(child, tail);
  const transport = streamTransport({
    readable: child.stdout,
    writable: child.stdin,
    ...(options.onProblem && { onProblem: options.onProblem }),
    onClose: () => shutDown(child, exited, forced, options.grace ?? defaultGrace),
  });
  const pid = 'pid' in child && typeof child.pid === 'number' ? child.pid : undefined;
  return { ...transport, pid, exited };
}

/** Says how a process ended before its work was done. */
export function exitError(end: ProcessEnd): AgentError {
  const lines = end.stderr.trim() === '' ? '' : `\nIts last words on standard error:\n${end.stderr.trim()}`;
  const data = { exitCode: end.code, signal: end.signal, stderr: end.stderr };
  if (end.error) return new AgentError('engine_not_found', `The engine could not be started: ${end.error.message}`, { data, cause: end.error });
  const how = end.signal ? `was ended by ${end.signal}` : `exited with code ${end.code}`;
  return new AgentError('engine_exited', `The engine process ${how} before it delivered a result.${lines}`, { data });
}

function start(options: SubprocessOptions, signal: AbortSignal): SpawnedProcess {
  const { command, args, cwd, env } = options;
  if (options.spawn) return options.spawn({ command, args, ...(cwd !== undefined && { cwd }), env, signal });
  // A group of its own, so that the whole tree can be reached.
  const child: ChildProcess = spawn(command, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'], detached: process.platform !== 'win32', windowsHide: true });
  if (!child.stdin || !child.stdout) throw new AgentError('engine_not_found', `The engine could not be started: ${command} has no pipes.`);
  return child as ChildProcess & { stdin: Writable; stdout: Readable }; // both were just checked
}

function keepTail(child: SpawnedProcess, onStderr?: (text: string) => void): { text: string } {
  const tail = { text: '' };
  const stderr = 'stderr' in child ? (child.stderr as Readable | null) : null; // a ChildProcess has one; a custom process may not
  stderr?.setEncoding('utf8');
  stderr?.on('data', (text: string) => {
    tail.text = (tail.text + text).slice(-stderrKept);
    onStderr?.(text);
  });
  stderr?.on('error', () => undefined); // the exit tells what there is to tell
  return tail;
}

function watchExit(child: SpawnedProcess, tail: { text: string }): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, error, stderr: tail.text || errorText(error) }));
    child.once('exit', (code, signal) => setImmediate(() => resolve({ code, signal, stderr: tail.text })));
  });
}

async function shutDown(child: SpawnedProcess, exited: Promise<ProcessEnd>, forced: AbortController, grace: { term: number; kill: number }): Promise<void> {
  child.stdin.on('error', () => undefined); // a dead child's pipe may still complain
  child.stdin.end();
  if (await within(exited, grace.term)) return;
  forced.abort();
  signalTree(child, 'SIGTERM');
  if (await within(exited, grace.kill)) return;
  signalTree(child, 'SIGKILL');
  await within(exited, grace.kill);
}

function signalTree(child: SpawnedProcess, signal: NodeJS.Signals): void {
  if ('pid' in child && typeof child.pid === 'number') killTree(child.pid, signal);
  child.kill(signal);
}

async function within(exited: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), milliseconds)));
  const ended = await Promise.race([exited.then(() => true), timeout]);
  clearTimeout(timer);
  return ended;
}
export { descendants, killTree, processTable, sendSignal, type ProcessRow } from './process-tree.js';
