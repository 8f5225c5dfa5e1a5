import { AgentError, type JsonRpcMessage, type McpServerConfig, type McpServerInstance } from '@inboard/wire';

/** Brings the messages of an engine to MCP servers that live in this process, and back. */
export class McpBridge {
  readonly #servers = new Map<string, BridgeTransport>();
  readonly #push: (server: string, message: JsonRpcMessage) => void;

  /** `push` takes messages of a server that answer nothing. */
  constructor(push: (server: string, message: JsonRpcMessage) => void) {
    this.#push = push;
  }

  /** Connects new servers, closes missing ones and leaves those that stay alone. Returns the names. */
  set(servers: Readonly<Record<string, McpServerConfig>>): string[] {
    const instances = Object.entries(servers).flatMap(([name, config]) => ('instance' in config ? [[name, config.instance] as const] : []));
    const names = new Set(instances.map(([name]) => name));
    for (const [name, transport] of this.#servers) {
      if (names.has(name)) continue;
      this.#servers.delete(name);
      void transport.close();
    }
    for (const [name, instance] of instances) if (!this.#servers.has(name)) this.#servers.set(name, new BridgeTransport(instance, (message) => this.#push(name, message)));
    return [...names];
  }

  /** Hands a message over; the answer, if one belongs to it, is the result. */
  async deliver(server: string, message: JsonRpcMessage): Promise<JsonRpcMessage> {
    const transport = this.#servers.get(server);
    if (!transport) throw new AgentError('request_failed', `This host has no MCP server named "${server}".`);
    return transport.deliver(message);
  }

  close(): void {
    this.set({});
  }
}

const acknowledged: JsonRpcMessage = { jsonrpc: '2.0', result: {}, id: 0 };

/** The transport an in-process server is connected to. */
class BridgeTransport {
  onmessage?: (message: JsonRpcMessage, extra?: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #waiting = new Map<unknown, (message: JsonRpcMessage) => void>();
  readonly #connected: Promise<void>;
  readonly #push: (message: JsonRpcMessage) => void;

  constructor(instance: McpServerInstance, push: (message: JsonRpcMessage) => void) {
    this.#push = push;
    this.#connected = instance.connect(this as never); // each MCP library has its own type for this
    this.#connected.catch(() => undefined); // reported to whoever delivers a message
  }

  async start(): Promise<void> {}

  async send(message: JsonRpcMessage): Promise<void> {
    const waiting = 'method' in message ? undefined : this.#waiting.get(message.id);
    if (!waiting) return this.#push(message);
    this.#waiting.delete(message.id);
    waiting(message);
  }

  async close(): Promise<void> {
    for (const [id, settle] of this.#waiting) settle({ jsonrpc: '2.0', id, error: { code: -32000, message: 'The server was closed.' } });
    this.#waiting.clear();
    this.onclose?.();
  }

  async deliver(message: JsonRpcMessage): Promise<JsonRpcMessage> {
    await this.#connected;
    if (!('id' in message) || !('method' in message)) {
      this.onmessage?.(message);
      return acknowledged;
    }
    return new Promise((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.onmessage?.(message);
    });
  }
}
