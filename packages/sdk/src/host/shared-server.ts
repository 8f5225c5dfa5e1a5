import type { JsonRpcMessage, McpServerInstance } from '@inboard/wire';

/** One session's end of a server in this process. */
export interface ServerSeat {
  /** Hands a message over; the answer, if one belongs to it, is the result. Settles when the signal aborts. */
  deliver(message: JsonRpcMessage, signal?: AbortSignal): Promise<JsonRpcMessage>;
  leave(): void;
}

interface Waiting {
  seat: Seat;
  id: unknown;
  progressToken: unknown;
  settle: (message: JsonRpcMessage) => void;
}

const acknowledged: JsonRpcMessage = { jsonrpc: '2.0', result: {}, id: 0 };
const shared = new WeakMap<McpServerInstance, SharedServer>();

/** Takes a seat at a server. Sessions that share one never see each other's messages. `push` takes what answers nothing. */
export function takeSeat(instance: McpServerInstance, push: (message: JsonRpcMessage) => void): ServerSeat {
  const server = shared.get(instance) ?? new SharedServer(instance, () => shared.delete(instance));
  shared.set(instance, server);
  return server.seat(push);
}

class Seat implements ServerSeat {
  readonly push: (message: JsonRpcMessage) => void;
  readonly #server: SharedServer;

  constructor(server: SharedServer, push: (message: JsonRpcMessage) => void) {
    this.#server = server;
    this.push = push;
  }

  deliver(message: JsonRpcMessage, signal?: AbortSignal): Promise<JsonRpcMessage> {
    return this.#server.deliver(this, message, signal);
  }

  leave(): void {
    this.#server.leave(this);
  }
}

/**
 * The one transport a server object is connected to. Most MCP libraries let a server have one client only, so
 * each session's ids and progress tokens are replaced by ids of our own on the way in, and put back on the way out.
 */
class SharedServer {
  onmessage?: (message: JsonRpcMessage, extra?: unknown) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  readonly #waiting = new Map<unknown, Waiting>();
  readonly #seats = new Set<Seat>();
  /** Who a question of the server was passed to: only that one may answer it. */
  readonly #asked = new Map<unknown, Seat>();
  readonly #connected: Promise<void>;
  readonly #onEmpty: () => void;
  #nextId = 0;

  constructor(instance: McpServerInstance, onEmpty: () => void) {
    this.#onEmpty = onEmpty;
    this.#connected = connect(instance, this);
    this.#connected.catch(() => onEmpty()); // reported to whoever delivers a message; the next session tries again
  }

  seat(push: (message: JsonRpcMessage) => void): Seat {
    const seat = new Seat(this, push);
    this.#seats.add(seat);
    return seat;
  }

  async start(): Promise<void> {}

  /** A message of the server: an answer, or something of its own about one of our requests. */
  async send(message: JsonRpcMessage, options?: { relatedRequestId?: unknown }): Promise<void> {
    if (!('method' in message)) return this.#answer(message);
    const related = this.#waiting.get(
      options?.relatedRequestId ?? (message.params as { progressToken?: unknown } | undefined)?.progressToken,
    );
    const seats = related ? [related.seat] : 'id' in message ? [...this.#seats].slice(-1) : [...this.#seats];
    for (const seat of seats) {
      if ('id' in message) this.#asked.set(message.id, seat);
      seat.push(related ? withToken(message, related.progressToken) : message);
    }
  }

  async close(): Promise<void> {
    for (const seat of this.#seats) this.leave(seat);
  }

  async deliver(seat: Seat, message: JsonRpcMessage, signal?: AbortSignal): Promise<JsonRpcMessage> {
    await this.#connected;
    if (!('method' in message)) return this.#passAnswer(seat, message);
    if (!('id' in message)) return this.#notify(seat, message);
    const id = (this.#nextId += 1);
    return new Promise((resolve) => {
      const settle = (answer: JsonRpcMessage) => {
        this.#waiting.delete(id);
        signal?.removeEventListener('abort', giveUp);
        resolve({ ...answer, id: message.id });
      };
      const giveUp = () => settle(errorMessage('The request was withdrawn.'));
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.set(id, { seat, id: message.id, progressToken: tokenOf(message), settle });
      this.onmessage?.({ ...withToken(message, tokenOf(message) === undefined ? undefined : id), id });
    });
  }

  leave(seat: Seat): void {
    if (!this.#seats.delete(seat)) return;
    for (const waiting of this.#waiting.values()) if (waiting.seat === seat) waiting.settle(errorMessage('The server was closed.'));
    if (this.#seats.size > 0) return;
    this.#onEmpty();
    this.onclose?.();
  }

  #answer(message: JsonRpcMessage): void {
    this.#waiting.get(message.id)?.settle(message);
  }

  #passAnswer(seat: Seat, message: JsonRpcMessage): JsonRpcMessage {
    if (this.#asked.get(message.id) === seat) {
      this.#asked.delete(message.id);
      this.onmessage?.(message);
    }
    return acknowledged;
  }

  #notify(seat: Seat, message: JsonRpcMessage): JsonRpcMessage {
    const requestId = (message.params as { requestId?: unknown } | undefined)?.requestId; // only a cancellation names one
    if (message.method !== 'notifications/cancelled') this.onmessage?.(message);
    else
      for (const [id, waiting] of this.#waiting)
        if (waiting.seat === seat && waiting.id === requestId)
          this.onmessage?.({ ...message, params: { ...(message.params as object), requestId: id } });
    return acknowledged;
  }
}

/** A server that throws here, rather than in its promise, is no different. */
async function connect(instance: McpServerInstance, transport: SharedServer): Promise<void> {
  await instance.connect(transport as never); // each MCP library has its own type for this
}

function tokenOf({ params }: JsonRpcMessage): unknown {
  return (params as { _meta?: { progressToken?: unknown } } | undefined)?._meta?.progressToken; // JSON-RPC leaves this open
}

/** Puts another progress token in the place of the one a message has. */
function withToken(message: JsonRpcMessage, token: unknown): JsonRpcMessage {
  const params = message.params as { _meta?: object; progressToken?: unknown } | undefined; // likewise
  if (token === undefined || params === undefined) return message;
  if (message.method === 'notifications/progress') return { ...message, params: { ...params, progressToken: token } };
  return tokenOf(message) === undefined ? message : { ...message, params: { ...params, _meta: { ...params._meta, progressToken: token } } };
}

function errorMessage(text: string): JsonRpcMessage {
  return { jsonrpc: '2.0', error: { code: -32000, message: text } };
}
