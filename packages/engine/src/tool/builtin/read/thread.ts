import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../file/refusal.js';
import { envNumber, longestTimer, type Environment } from '../../../port/environment.js';

/** Why a thread was given up: what it was given is hostile, or more than can be worked on here. */
export class ThreadLimit extends Error {
  override readonly name = 'ThreadLimit';
}

export interface ThreadOptions {
  /** A package that the program is made with. */
  module: string;
  /** JavaScript: a function that takes the package and returns functions of one argument by name. */
  program: string;
  /** For all that is asked of it, in milliseconds. */
  timeoutMs: number;
  /** Memory it may take. */
  megabytes?: number;
  signal: AbortSignal;
}

/** Work on a file that may take long, for ever or all memory, in a thread of its own that can be ended at any moment. */
export interface Thread {
  /** Calls a function of the program; one at a time. Rejects with a ThreadLimit when the thread was given up. */
  ask<T>(name: string, value: unknown): Promise<T>;
  close(): Promise<void>;
}

/** How long reading one file may take. */
export function readLimit(env: Environment): number {
  return Math.min(envNumber(env, 'INBOARD_READ_TIMEOUT_MS', 0) || 20_000, longestTimer);
}

const lookEveryMs = 100;

const preamble = `
const { parentPort, workerData } = require('node:worker_threads');
const serve = (functions) => parentPort.on('message', async ({ name, value }) => {
  try {
    parentPort.postMessage({ value: await functions[name](value) });
  } catch (error) {
    parentPort.postMessage({ error: { name: error?.name, message: String(error?.message ?? error) } });
  }
});
`;

/** Starts a thread. Throws a Refusal when the package is missing. */
export function startThread({ module, program, timeoutMs, megabytes = 1024, signal }: ThreadOptions): Thread {
  const path = pathOf(module);
  // It gets nothing of ours: no environment, and no way to print into our output.
  const worker = new Worker(`${preamble}serve((${program})(require(workerData)));`, {
    eval: true,
    workerData: path,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const failed = whenFailed(worker, { timeoutMs, megabytes, signal });
  return {
    ask: <T>(name: string, value: unknown) => Promise.race([answer<T>(worker, name, value), failed.promise]),
    close: async () => {
      failed.forget();
      await worker.terminate();
    },
  };
}

/** Found from this file, or from the program where both are one; never from the folder at hand, which could bring its own. */
function pathOf(module: string): string {
  const from = [import.meta.url, process.argv[1]].find((place) => place !== undefined && place !== '');
  try {
    return createRequire(from ?? process.execPath).resolve(module);
  } catch {
    throw new Refusal(`This file cannot be read here: the package ${module} is not installed.`);
  }
}

/** Rejects when the thread is of no more use. */
function whenFailed(worker: Worker, { timeoutMs, megabytes, signal }: Required<Omit<ThreadOptions, 'module' | 'program'>>) {
  const tooLarge = () => new ThreadLimit(`it takes more than ${megabytes} MB of memory`);
  let forget = () => {};
  const promise = new Promise<never>((_, reject) => {
    const onAbort = () => reject(signal.reason as Error); // what an abort is for
    const timer = setTimeout(() => reject(new ThreadLimit(`it took longer than ${timeoutMs / 1000} s`)), timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    worker.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error));
    // The limit of a thread covers its objects; buffers show in the process alone.
    const before = process.memoryUsage.rss();
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > megabytes * 1024 * 1024) reject(tooLarge());
    }, lookEveryMs);
    forget = () => {
      clearTimeout(timer);
      clearInterval(look);
      signal.removeEventListener('abort', onAbort);
    };
  });
  promise.catch(() => undefined); // it is for those who ask
  return { promise, forget: () => forget() };
}

function answer<T>(worker: Worker, name: string, value: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    worker.once('message', (message: { value: T } | { error: { name: string; message: string } }) => {
      if ('error' in message) reject(Object.assign(new Error(message.error.message), { name: message.error.name }));
      else resolve(message.value);
    });
    worker.postMessage({ name, value }, []); // nothing is handed over for good
  });
}
