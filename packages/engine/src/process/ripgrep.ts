import { spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';

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
  separator: string;
  /** Given each record; returning false ends the search. */
  onRecord: (record: string) => boolean;
}

let located: Promise<string> | undefined;

/** Runs ripgrep and hands over its records one by one, so that memory stays flat. */
export async function search(options: SearchOptions): Promise<SearchEnd> {
  located ??= import('@vscode/ripgrep').then((module) => module.rgPath);
  const command = await located;
  return new Promise((resolve, reject) => {
    // No configuration file may add options to ours.
    const child = spawn(command, ['--no-config', ...options.args], { cwd: options.cwd, stdio: ['ignore', 'pipe', 'pipe'], signal: options.signal });
    const end: SearchEnd = { code: null, stderr: '', timedOut: false, enough: false };
    const decoder = new StringDecoder('utf8');
    let rest = '';
    const timer = setTimeout(() => {
      end.timedOut = true;
      child.kill('SIGKILL');
    }, options.timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      const records = (rest + decoder.write(chunk)).split(options.separator);
      rest = records.pop() ?? '';
      for (const record of records) {
        if (end.enough) return;
        if (!options.onRecord(record)) {
          end.enough = true;
          child.kill('SIGKILL');
        }
      }
    });
    child.stderr.on('data', (chunk: Buffer) => (end.stderr = (end.stderr + chunk.toString('utf8')).slice(0, 4000)));
    child.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      if (rest !== '' && !end.enough) options.onRecord(rest);
      resolve({ ...end, code });
    });
  });
}
