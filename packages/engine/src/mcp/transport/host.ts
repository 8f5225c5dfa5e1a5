import type { JsonRpcMessage, Peer } from '@inboard/wire';
import type { RpcTransport } from '../rpc-transport.js';

/** What a host said of its server in advance, so that it need not be asked. */
export interface ServerManifest {
  initializeResult?: unknown;
  toolsListResult?: unknown;
}

/** A server that lives in the host: each message is a control request, the answer comes with its response. */
export class HostTransport implements RpcTransport {
  onmessage?: (message: JsonRpcMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #peer: Peer<'engine'>;
  readonly #name: string;
  readonly #known: Map<unknown, unknown>;
  readonly #waiting = new Map<unknown, AbortController>();
  #closed = false;

  constructor(peer: Peer<'engine'>, name: string, manifest: ServerManifest = {}) {
    this.#peer = peer;
    this.#name = name;
    const { initializeResult, toolsListResult } = manifest;
    this.#known = new Map(
      initializeResult && toolsListResult
        ? [
            ['initialize', initializeResult],
            ['notifications/initialized', {}],
            ['tools/list', toolsListResult],
          ]
        : [],
    );
  }

  async start(): Promise<void> {}

  /** Resolves at once: an answer may take minutes, and other messages must not wait for it. */
  async send(message: JsonRpcMessage): Promise<void> {
    if (this.#closed) throw new Error('the connection to the server is closed');
    if (this.#known.has(message.method)) return this.#answerKnown(message);
    void this.#deliver(message);
    if (message.method === 'notifications/cancelled') this.#giveUp((message.params as { requestId?: unknown } | undefined)?.requestId); // made by the client library
  }

  /** A message of the server that answers nothing: a notification, or a question of its own. */
  receive(message: JsonRpcMessage): void {
    this.onmessage?.(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const id of this.#waiting.keys()) this.#giveUp(id);
    this.onclose?.();
  }

  async #deliver(message: JsonRpcMessage): Promise<void> {
    const controller = new AbortController();
    const isRequest = 'id' in message && 'method' in message;
    if (isRequest) this.#waiting.set(message.id, controller);
    try {
      const { mcp_response } = await this.#peer.request('mcp_message', { server_name: this.#name, message }, { signal: controller.signal });
      if (isRequest && !controller.signal.aborted) this.onmessage?.({ ...mcp_response, jsonrpc: '2.0', id: message.id });
    } catch (error) {
      if (!controller.signal.aborted) this.#fail(message, error as Error); // the peer rejects with an AgentError
    } finally {
      this.#waiting.delete(message.id);
    }
  }

  /** Nobody waits for this answer any more, so the host need not give it. */
  #giveUp(id: unknown): void {
    this.#waiting.get(id)?.abort();
    this.#waiting.delete(id);
  }

  /** Once: when the list changes the server is asked. */
  #answerKnown(message: JsonRpcMessage): void {
    const result = this.#known.get(message.method);
    this.#known.delete(message.method);
    if ('id' in message) queueMicrotask(() => this.onmessage?.({ jsonrpc: '2.0', id: message.id, result }));
  }

  #fail(message: JsonRpcMessage, error: Error): void {
    if ('id' in message && 'method' in message)
      this.onmessage?.({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: error.message } });
    else this.onerror?.(error);
  }
}
