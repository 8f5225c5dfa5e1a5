import type { JsonRpcMessage } from '@inboard/wire';
import { subprocessTransport, type SubprocessTransport } from '@inboard/wire/subprocess';
import type { Environment } from '../../port/environment.js';
import { childEnv } from '../../process/child-env.js';
import type { RpcTransport } from '../rpc-transport.js';

export interface StdioServer {
  command: string;
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

/** A server in a child process, one JSON-RPC message per line. Its whole tree ends with the connection. */
export class StdioTransport implements RpcTransport {
  onmessage?: (message: JsonRpcMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** The last lines the server wrote to standard error. */
  stderr = '';
  readonly #server: StdioServer;
  readonly #options: { cwd: string; env: Environment };
  #child: SubprocessTransport | undefined;

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
      onStderr: (text) => (this.stderr = (this.stderr + text).slice(-4096)),
      grace: { term: 500, kill: 2000 },
      requireType: false,
    });
    this.#child = child;
    void this.#read(child);
    const early = await Promise.race([child.exited, new Promise<undefined>((resolve) => setImmediate(resolve, undefined))]);
    if (early?.error) throw early.error;
  }

  async send(message: JsonRpcMessage): Promise<void> {
    if (!this.#child) throw new Error('the server is not running');
    await this.#child.send(message as JsonRpcMessage & { type: string }); // JSON-RPC messages have no type; the transport does not look
  }

  async close(): Promise<void> {
    await this.#child?.close();
  }

  async #read(child: SubprocessTransport): Promise<void> {
    for await (const message of child.incoming) this.onmessage?.(message);
    await child.close();
    this.onclose?.();
  }
}
