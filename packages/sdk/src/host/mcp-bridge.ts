import { AgentError, type JsonRpcMessage, type McpServerConfig } from '@inboard/wire';
import { takeSeat, type ServerSeat } from './shared-server.js';

/** Brings the messages of an engine to MCP servers that live in this process, and back. */
export class McpBridge {
  readonly #servers = new Map<string, ServerSeat>();
  readonly #push: (server: string, message: JsonRpcMessage) => void;

  /** `push` takes messages of a server that answer nothing. */
  constructor(push: (server: string, message: JsonRpcMessage) => void) {
    this.#push = push;
  }

  /** Connects new servers, leaves missing ones and lets those that stay alone. */
  set(servers: Readonly<Record<string, McpServerConfig>>): void {
    const instances = new Map(
      Object.entries(servers).flatMap(([name, config]) => ('instance' in config ? [[name, config.instance] as const] : [])),
    );
    for (const [name, seat] of this.#servers) {
      if (instances.has(name)) continue;
      this.#servers.delete(name);
      seat.leave();
    }
    for (const [name, instance] of instances)
      if (!this.#servers.has(name))
        this.#servers.set(
          name,
          takeSeat(instance, (message) => this.#push(name, message)),
        );
  }

  /** Hands a message over; the answer, if one belongs to it, is the result. */
  async deliver(server: string, message: JsonRpcMessage, signal?: AbortSignal): Promise<JsonRpcMessage> {
    const seat = this.#servers.get(server);
    if (!seat) throw new AgentError('request_failed', `This host has no MCP server named "${server}".`);
    return seat.deliver(message, signal);
  }

  close(): void {
    this.set({});
  }
}
