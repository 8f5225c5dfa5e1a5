import type { JsonRpcMessage } from '@inboard/wire';

/** A transport as the MCP client library wants it. */
export interface RpcTransport {
  start(): Promise<void>;
  send(message: JsonRpcMessage): Promise<void>;
  close(): Promise<void>;
  /** How the server ended and the last it said, if anything is known; a sentence. */
  lastWords?(): string;
  onmessage?: ((message: JsonRpcMessage) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
}
