import { spawn, type ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { AgentError } from '../errors.js';
import { shutDown, type Grace } from './kill-ladder.js';
import { startError, watchExit, type ProcessEnd } from './process-end.js';
import type { SpawnedProcess, SpawnOptions } from './spawned-process.js';
import { streamTransport } from './stream.js';
import type { OnProblem, Transport } from './transport.js';

export { exitError, type ProcessEnd } from './process-end.js';
export { descendants, killTree, processTable, signalProcess, type ProcessRow } from './process-tree.js';

export interface SubprocessOptions {
  command: string;
  args: string[];
  cwd?: string;
  env: { [name: string]: string | undefined };
  /** Starts the process in another way (a container, another machine). */
  spawn?: (options: SpawnOptions) => SpawnedProcess;
  onStderr?: (text: string) => void;
  onProblem?: OnProblem;
  /** `false` takes objects without a `type`, for other protocols. */
  requireType?: boolean;
  grace?: Grace;
}

export interface SubprocessTransport extends Transport {
  readonly pid: number | undefined;
  /** Resolves when the process is gone; never rejects. */
  readonly exited: Promise<ProcessEnd>;
}

const defaultGrace: Grace = { term: 2000, kill: 5000 };

/** An engine in a child process. Closing climbs the ladder: end of input, SIGTERM, SIGKILL, the whole tree. */
export function subprocessTransport(options: SubprocessOptions): SubprocessTransport {
  checkFolder(options.cwd);
  const forced = new AbortController();
  const child = start(options, forced.signal);
  const exited = watchExit(child, options.onStderr);
  const transport = streamTransport({
    readable: child.stdout,
    writable: child.stdin,
    ...(options.onProblem && { onProblem: options.onProblem }),
    ...(options.requireType !== undefined && { requireType: options.requireType }),
    onClose: () => shutDown(child, exited, options.grace ?? defaultGrace, () => forced.abort()),
  });
  const pid = 'pid' in child && typeof child.pid === 'number' ? child.pid : undefined;
  return { ...transport, pid, exited };
}

function checkFolder(cwd: string | undefined): void {
  if (cwd === undefined || statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return;
  throw new AgentError('cwd_missing', `The working directory does not exist: ${cwd}. Create it or pass another "cwd".`, { data: { cwd } });
}

function start(options: SubprocessOptions, signal: AbortSignal): SpawnedProcess {
  const { command, args, cwd, env } = options;
  if (options.spawn) return options.spawn({ command, args, ...(cwd !== undefined && { cwd }), env, signal });
  // A group of its own, so that the whole tree can be reached.
  const child = spawnChild(command, args, {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (!child.stdin || !child.stdout) {
    child.once('error', () => undefined); // it says the same
    throw startError(`${command} has no pipes: this process has too many open files.`);
  }
  return child as ChildProcess & { stdin: Writable; stdout: Readable }; // both were just checked
}

function spawnChild(command: string, args: string[], options: Parameters<typeof spawn>[2]): ChildProcess {
  try {
    return spawn(command, args, options);
  } catch (error) {
    throw startError(error, { command }); // some failures are thrown, others come as an event
  }
}
