import { allowEndless } from '../talk.js';
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { ScriptedModel } from '@inboard/testing';
import type { WireMessage } from '@inboard/wire';
import { cliPath, scriptedModel, temporaryFolder, testEnv } from '../harness.js';

export interface CliEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A place to run the command line in. */
export interface Place {
  model: ScriptedModel;
  cwd: string;
  home: string;
  /** Starts it and leaves it running. */
  start(args: string[], env?: Record<string, string>): ChildProcessWithoutNullStreams;
  /** Runs it to its end; without input its standard input is empty. */
  run(args: string[], options?: { input?: string | Buffer; env?: Record<string, string> }): Promise<CliEnd>;
}

export const streamFlags = ['--output-format', 'stream-json', '--verbose', '--input-format', 'stream-json', '--allowedTools', allowEndless];

export async function place(): Promise<Place> {
  const [model, cwd, home] = await Promise.all([scriptedModel(), temporaryFolder(), temporaryFolder()]);
  const start: Place['start'] = (args, env = {}) =>
    spawn(process.execPath, [cliPath, ...args], { cwd, env: { ...testEnv(model, home), ...env } });
  return {
    model,
    cwd,
    home,
    start,
    run: (args, { input = '', env } = {}) => {
      const child = start(args, env);
      child.stdin.on('error', () => undefined); // it may be gone before it has read everything
      child.stdin.end(input);
      return ended(child);
    },
  };
}

/** Collects what a process says until it is gone. */
export async function ended(child: ChildProcessWithoutNullStreams): Promise<CliEnd> {
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() };
}

/** The lines of a stream as messages. */
export function messagesOf(stdout: string): WireMessage[] {
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as WireMessage]));
}

/** Waits until a process has written something that fits. */
export async function seen(child: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  let all = '';
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    all += chunk.toString();
    if (all.includes(text)) return;
  }
  throw new Error(`It ended without saying ${text}: ${all}`);
}

export function promptLine(text: string): string {
  return `${JSON.stringify({ type: 'user', message: { role: 'user', content: text }, parent_tool_use_id: null, session_id: '' })}\n`;
}

export function requestLine(id: string, request: Record<string, unknown>): string {
  return `${JSON.stringify({ type: 'control_request', request_id: id, request })}\n`;
}

/** Whether a process runs; one that has ended and waits for its parent to notice does not. */
export function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
  } catch {
    return false; // no such process
  }
}

/** Waits until a process is gone; fails after some time. */
export async function gone(pid: number, withinMs: number): Promise<void> {
  const limit = performance.now() + withinMs;
  while (isAlive(pid)) {
    if (performance.now() > limit) throw new Error(`Process ${pid} is still there after ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
