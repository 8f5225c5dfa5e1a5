import type { Readable } from 'node:stream';
import { AgentError, errorText } from '../errors.js';
import { within } from './deadline.js';
import type { SpawnedProcess } from './spawned-process.js';

/** How a process ended: one shape for every way. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Set when it never started. */
  error?: Error;
  /** The last lines it wrote to standard error. */
  stderr: string;
}

const stderrKept = 4096;
/** How long after the exit its last words may take; a grandchild can hold the pipe open for ever. */
const lastWordsMs = 200;

/** Waits for the end of a process and its last words. Never rejects. */
export function watchExit(child: SpawnedProcess, onStderr?: (text: string) => void): Promise<ProcessEnd> {
  const words = keepTail(child, onStderr);
  return new Promise((resolve) => {
    const finish = async (end: Omit<ProcessEnd, 'stderr'>) => {
      await within(words.ended, lastWordsMs);
      resolve({ ...end, stderr: words.tail() });
    };
    // Stays attached: a late error, such as a signal that could not be sent, is no crash.
    child.on('error', (error) => void finish({ code: null, signal: null, error }));
    child.once('exit', (code, signal) => void finish({ code, signal }));
  });
}

function keepTail(child: SpawnedProcess, onStderr?: (text: string) => void): { tail: () => string; ended: Promise<void> } {
  const stderr = 'stderr' in child ? (child.stderr as Readable | null) : null; // a ChildProcess has one; a custom process may not
  if (!stderr) return { tail: () => '', ended: Promise.resolve() };
  let tail = '';
  stderr.setEncoding('utf8');
  stderr.on('data', (text: string) => {
    tail = (tail + text).slice(-stderrKept);
    onStderr?.(text);
  });
  stderr.on('error', () => undefined); // the exit tells what there is to tell
  return { tail: () => tail, ended: new Promise((resolve) => stderr.once('close', resolve)) };
}

/** Says how a process ended before its work was done. */
export function exitError(end: ProcessEnd): AgentError {
  const lines = end.stderr.trim() === '' ? '' : `\nIts last words on standard error:\n${end.stderr.trim()}`;
  const data = { exitCode: end.code, signal: end.signal, stderr: end.stderr };
  if (end.error) return startError(end.error, data);
  const how = end.signal ? `was ended by ${end.signal}` : `exited with code ${end.code}`;
  return new AgentError('engine_exited', `The engine process ${how} before it delivered a result.${lines}`, { data });
}

/** Says why a process could not be started. */
export function startError(cause: unknown, data: Record<string, unknown> = {}): AgentError {
  return new AgentError('engine_not_found', `The engine could not be started: ${errorText(cause)}`, { data, cause });
}
