import { AgentError } from '../errors.js';

/** Anything that travels: an object with a `type`. What we do not know passes through untouched. */
export interface WireMessage {
  type: string;
  [field: string]: unknown;
}

/** A duplex of wire messages, the same at both ends. */
export interface Transport {
  /** What the other side sends, in order; ends when the other side says it is done. Read by one consumer. */
  readonly incoming: AsyncIterable<WireMessage>;
  /** Resolves when the message was accepted, which is how a slow reader slows the writer. Rejects with `transport_closed` once ended or closed. */
  send(message: WireMessage): Promise<void>;
  /** Says that this side sends nothing more; the other side may go on. Idempotent. */
  end(): Promise<void>;
  /** Ends both directions, forgets what was not read and frees what the transport holds. Idempotent, never rejects. */
  close(reason?: string): Promise<void>;
  /** Aborted once either side has closed or nothing reaches the other side any more. What it sent before can still be read. */
  readonly signal: AbortSignal;
}

/** Told of input that is no message; the stream goes on. */
export type OnProblem = (problem: AgentError) => void;

/** What a send on a closed connection is answered with. */
export function closedError(cause?: unknown): AgentError {
  return new AgentError('transport_closed', 'The connection is closed: nothing more can be sent.', cause === undefined ? {} : { cause });
}
