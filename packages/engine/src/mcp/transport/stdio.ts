import type { AgentError, JsonRpcMessage } from '@inboard/wire';
import { subprocessTransport, type ProcessEnd, type SubprocessTransport } from '@inboard/wire/subprocess';
import type { Environment } from '../../port/environment.js';
import { childEnv } from '../../process/child-env.js';
import type { RpcTransport } from '../rpc-transport.js';

export interface StdioServer {
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const stderrKept = 2000;

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
    const early = await Promise.race([child.exited, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);
    if (early?.error) throw new Error(`"${command}" could not be started: ${early.error.message}`);
  }

  async send(message: JsonRpcMessage): Promise<void> {
    if (!this.#child) throw new Error('the server is not running');
    if ('id' in message && 'method' in message) this.#open.add(message.id);
    await this.#child.send(message as JsonRpcMessage & { type: string }); // JSON-RPC messages have no type; the transport does not look
  }

  async close(): Promise<void> {
    await this.#child?.close();
  }

  lastWords(): string {
    const { error, code, signal } = this.#end ?? {};
    const how = !this.#end ? '' : error ? ` It could not be started: ${error.message}.` : signal ? ` It was ended by ${signal}.` : ` It exited with code ${code}.`;
    return `${how}${this.#stderr.trim() === '' ? '' : ` Its last words: ${this.#stderr.trim()}`}`.trim();
  }

  async #read(child: SubprocessTransport): Promise<void> {
    for await (const message of child.incoming) {
      if (!('method' in message)) this.#open.delete(message.id);
      this.onmessage?.(message);
    }
    // A server that left by itself has a code to tell; one that is being closed has not.
    if (!child.signal.aborted) this.#end = await Promise.race([child.exited, child.close().then(() => undefined)]);
    await child.close();
    this.onclose?.();
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
