import type { AgentError } from '../errors.js';

/** Anything that travels: an object with a `type`. What we do not know passes through untouched. */
export interface WireMessage {
  type: string;
  [field: string]: unknown;
}

/** A duplex of wire messages, the same at both ends. */
export interface Transport {
  /** What the other side sends, in order; ends when the other side says it is done. Read by one consumer. */
  readonly incoming: AsyncIterable<WireMessage>;
  /** Resolves when the message was accepted, which is how a slow reader slows the writer. Rejects once closed. */
  send(message: WireMessage): Promise<void>;
  /** Says that this side sends nothing more; the other side may go on. Idempotent. */
  end(): Promise<void>;
  /** Ends both directions and frees what the transport holds. Idempotent, never rejects. */
  close(reason?: string): Promise<void>;
  /** Aborted once nothing can be sent any more. */
  readonly signal: AbortSignal;
}

/** Told of input that is no message; the stream goes on. */
export type OnProblem = (problem: AgentError) => void;
