import type { AgentError, JsonRpcMessage } from '@inboard/wire';
import { subprocessTransport, type ProcessEnd, type SubprocessTransport } from '@inboard/wire/subprocess';
import type { Environment } from '../../port/environment.js';
import { childEnv } from '../../process/child-env.js';
import { StartError } from '../phase.js';
import type { RpcTransport } from '../rpc-transport.js';

export interface StdioServer {
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const stderrKept = 2000;
/** How long after its last word the end of a server is waited for. */
const exitGraceMs = 500;

/** A server in a child process, one JSON-RPC message per line. Its whole tree ends with the connection. */
export class StdioTransport implements RpcTransport {
  onmessage?: (message: JsonRpcMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #server: StdioServer;
  readonly #options: { cwd: string; env: Environment };
  readonly #open = new Set<unknown>();
  #child: SubprocessTransport | undefined;
  #stderr = '';
  #end: ProcessEnd | undefined;
  #closing = false;

  constructor(server: StdioServer, options: { cwd: string; env: Environment }) {
    this.#server = server;
    this.#options = options;
  }

  async start(): Promise<void> {
    const { command, args = [], env = {} } = this.#server;
    const { cwd } = this.#options;
    const child = subprocessTransport({
      command,
      args: [...args],
      cwd,
      env: childEnv(this.#options.env, { CLAUDE_PROJECT_DIR: cwd, ...env }),
      onStderr: (text) => (this.#stderr = (this.#stderr + text).slice(-stderrKept)),
      onProblem: (problem) => this.#skipped(problem),
      grace: { term: 500, kill: 2000 },
      requireType: false,
    });
    this.#child = child;
    void this.#read(child);
    if (child.pid === undefined)
      throw new StartError(`"${command}" could not be started: ${(await child.exited).error?.message ?? 'no reason is known'}`);
  }

  async send(message: JsonRpcMessage): Promise<void> {
    if (!this.#child) throw new Error('the server is not running');
    if ('id' in message && 'method' in message) this.#open.add(message.id);
    try {
      await this.#child.send(message as JsonRpcMessage & { type: string }); // JSON-RPC messages have no type; the transport does not look
    } catch (error) {
      await this.#noteEnd(this.#child);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    await this.#child?.close();
  }

  get ended(): boolean {
    return this.#end !== undefined;
  }

  lastWords(): string {
    const { error, code, signal } = this.#end ?? {};
    const how = !this.#end
      ? ''
      : error
        ? ` It could not be started: ${error.message}.`
        : signal
          ? ` It was ended by ${signal}.`
          : ` It exited with code ${code}.`;
    return `${how}${this.#stderr.trim() === '' ? '' : ` Its last words: ${this.#stderr.trim()}`}`.trim();
  }

  async #read(child: SubprocessTransport): Promise<void> {
    for await (const message of child.incoming) {
      const isAnswer = !('method' in message);
      if (isAnswer && !this.#open.delete(message.id))
        this.onerror?.(new Error(`an answer to nothing that was asked: ${String(message.id)}`));
      else this.onmessage?.(isAnswer && !isObject(message.result) && !isObject(message.error) ? senseless(message.id) : message);
    }
    await this.#noteEnd(child);
    await child.close();
    this.onclose?.();
  }

  /** A server that left by itself has something to tell; one that was closed, or that only stopped talking, has not. */
  async #noteEnd(child: SubprocessTransport): Promise<void> {
    if (this.#closing) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, exitGraceMs, undefined)));
    this.#end ??= await Promise.race([child.exited, late]);
    clearTimeout(timer);
  }

  /** A line was skipped. One too long to be read may have been an answer: whoever waits for it is told. */
  #skipped(problem: AgentError): void {
    this.onerror?.(problem);
    const start = problem.code === 'line_too_long' ? String((problem.data as { start?: unknown } | undefined)?.start) : undefined;
    if (start === undefined || /^\s*\{[^{]*"method"/.test(start)) return;
    const id = /^\s*\{[^{]*"id"\s*:\s*(\d+)/.exec(start)?.[1];
    for (const each of id === undefined ? [...this.#open] : [Number(id)]) {
      this.#open.delete(each);
      this.onmessage?.({ jsonrpc: '2.0', id: each, error: { code: -32603, message: `the answer is too long. ${problem.message}` } });
    }
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The library ignores an answer that is neither a result nor an error; whoever waits for it would wait in vain. */
function senseless(id: unknown): JsonRpcMessage {
  return { jsonrpc: '2.0', id, error: { code: -32603, message: 'the answer makes no sense: it is neither a result nor an error' } };
}
