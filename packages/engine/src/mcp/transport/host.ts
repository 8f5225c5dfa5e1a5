import type { JsonRpcMessage, Peer } from '@inboard/wire';
import type { RpcTransport } from '../rpc-transport.js';

/** A server that lives in the host: each message is a control request, the answer comes with its response. */
export class HostTransport implements RpcTransport {
  onmessage?: (message: JsonRpcMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #peer: Peer<'engine'>;
  readonly #name: string;

  constructor(peer: Peer<'engine'>, name: string) {
    this.#peer = peer;
    this.#name = name;
  }

  async start(): Promise<void> {}

  /** Resolves at once: an answer may take minutes, and other messages must not wait for it. */
  async send(message: JsonRpcMessage): Promise<void> {
    void this.#peer.request('mcp_message', { server_name: this.#name, message }).then(
      ({ mcp_response }) => {
        if (mcp_response && 'id' in message) this.onmessage?.({ ...mcp_response, id: message.id });
      },
      (error: Error) => this.#fail(message, error),
    );
  }

  /** A message of the server that answers nothing: a notification, or a question of its own. */
  receive(message: JsonRpcMessage): void {
    this.onmessage?.(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }

  #fail(message: JsonRpcMessage, error: Error): void {
    if ('id' in message && 'method' in message) this.onmessage?.({ jsonrpc: '2.0', id: message.id, error: { code: -32603, message: error.message } });
    else this.onerror?.(error);
  }
}
