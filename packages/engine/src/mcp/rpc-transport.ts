import type { JsonRpcMessage } from '@inboard/wire';

/** A transport as the MCP client library wants it. */
export interface RpcTransport {
  start(): Promise<void>;
  send(message: JsonRpcMessage): Promise<void>;
  close(): Promise<void>;
  /** True when the server has left by itself. */
  readonly ended?: boolean;
  /** How the server ended and the last it said, if anything is known; a sentence. */
  lastWords?(): string;
  onmessage?: ((message: JsonRpcMessage) => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onclose?: (() => void) | undefined;
}
