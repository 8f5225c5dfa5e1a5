import { spawn } from 'node:child_process';
import { findRipgrep } from './find-ripgrep.js';
import { RecordSplitter } from './record-splitter.js';
import { spawnError } from './spawn-error.js';

/** How a search ended. */
export interface SearchEnd {
  /** 0: found, 1: nothing found, 2: an error (or partial results with one). */
  code: number | null;
  stderr: string;
  timedOut: boolean;
  /** Stopped by us because there was enough. */
  enough: boolean;
}

export interface SearchOptions {
  args: string[];
  cwd: string;
  signal: AbortSignal;
  timeoutMs: number;
  /** What separates records on its output. */
  separator: '\n' | '\0';
  /** Given each record, and its bytes when they are not valid UTF-8; returning false ends the search. */
  onRecord: (record: string, raw?: Buffer) => boolean;
}

let located: Promise<string> | undefined;

/** Where ripgrep is. Looked for again when it was missing: it may be there the next time. */
export function ripgrepPath(): Promise<string> {
  return (located ??= findRipgrep().catch((error: unknown) => {
    located = undefined;
    throw error;
  }));
}

/** Runs ripgrep and hands over its records one by one, so that memory stays flat. */
export async function search(options: SearchOptions): Promise<SearchEnd> {
  const command = await ripgrepPath();
  return new Promise((resolve, reject) => {
    // No configuration file may add options to ours, and it needs nothing from the environment.
    const child = spawn(command, ['--no-config', ...options.args], {
      cwd: options.cwd,
      env: bareEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
    });
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(options.signal.aborted ? error : spawnError(error, command, { cwd: options.cwd, what: 'search' }));
    });
    const end: SearchEnd = { code: null, stderr: '', timedOut: false, enough: false };
    const splitter = new RecordSplitter(options.separator, (record, raw) => {
      if (end.enough) return;
      end.enough = !options.onRecord(record, raw);
      if (end.enough) child.kill('SIGKILL');
    });
    const timer = setTimeout(() => {
      end.timedOut = true;
      child.kill('SIGKILL');
    }, options.timeoutMs);
    if (child.pid === undefined) return; // it has not started, perhaps without any pipes: the error comes next
    child.stdout.on('data', (chunk: Buffer) => splitter.take(chunk));
    child.stderr.on('data', (chunk: Buffer) => (end.stderr = (end.stderr + chunk.toString('utf8')).slice(0, 4000)));
    child.once('close', (code) => {
      clearTimeout(timer);
      if (!end.timedOut) splitter.end(); // a record cut off by us is none
      resolve({ ...end, code });
    });
  });
}

function bareEnvironment(): Record<string, string> {
  const { SystemRoot } = process.env; // without it no program starts on Windows
  return SystemRoot === undefined ? {} : { SystemRoot };
}
