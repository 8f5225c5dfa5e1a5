import { AgentError, MessageQueue, type Options } from '@inboard/wire';
import type { Query } from './query-methods.js';
import { query } from './query.js';
import type { SDKMessage, SDKResultMessage, SDKUserMessage } from './types.js';

/** Options of a session: those of `query()`. */
export type SDKSessionOptions = Options & { model: string };

/** A conversation: send, then stream until its result, as often as you like. */
export interface SDKSession {
  /** Known once the first message has arrived; at once for a resumed session. */
  readonly sessionId: string;
  send(message: string | SDKUserMessage): Promise<void>;
  /** Yields up to and including the next result. */
  stream(): AsyncGenerator<SDKMessage, void>;
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export function unstable_v2_createSession(options: SDKSessionOptions): SDKSession {
  return new Session(options);
}

export function unstable_v2_resumeSession(sessionId: string, options: SDKSessionOptions): SDKSession {
  return new Session({ ...options, resume: sessionId });
}

/** Asks once and returns the result. */
export async function unstable_v2_prompt(message: string, options: SDKSessionOptions): Promise<SDKResultMessage> {
  const session = unstable_v2_createSession(options);
  try {
    await session.send(message);
    for await (const each of session.stream()) if (each.type === 'result') return each;
    throw new AgentError('transport_closed', 'Session ended without result message');
  } finally {
    await session[Symbol.asyncDispose]();
  }
}

class Session implements SDKSession {
  readonly #input = new MessageQueue<SDKUserMessage>(Infinity);
  readonly #query: Query;
  #id: string | undefined;

  constructor(options: Options) {
    this.#id = options.forkSession ? undefined : options.resume;
    this.#query = query({ prompt: this.#input, options });
  }

  get sessionId(): string {
    if (this.#id === undefined) throw new AgentError('session_not_found', 'The session id is known once the first message has arrived.');
    return this.#id;
  }

  async send(message: string | SDKUserMessage): Promise<void> {
    if (this.#input.ended) throw new AgentError('transport_closed', 'The session is closed: nothing can be sent.');
    const content = typeof message === 'string' ? [{ type: 'text' as const, text: message }] : undefined;
    this.#input.push(
      content
        ? { type: 'user', session_id: '', message: { role: 'user', content }, parent_tool_use_id: null }
        : (message as SDKUserMessage),
    );
  }

  async *stream(): AsyncGenerator<SDKMessage, void> {
    for (let next = await this.#query.next(); !next.done; next = await this.#query.next()) {
      const message = next.value;
      if (message.type === 'system' && message.subtype === 'init') this.#id = message.session_id;
      yield message;
      if (message.type === 'result') return;
    }
  }

  close(): void {
    void this[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#input.discard();
    await this.#query.return();
  }
}
