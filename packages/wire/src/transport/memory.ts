import { MessageQueue } from './queue.js';
import { closedError, type Transport, type WireMessage } from './transport.js';

const accepted = Promise.resolve();

class MemoryEnd implements Transport {
  readonly incoming = new MessageQueue<WireMessage>();
  readonly #closed = new AbortController();
  readonly signal = this.#closed.signal;
  other!: MemoryEnd; // set by memoryPair before anybody sees this end
  #ended = false;

  send(message: WireMessage): Promise<void> {
    if (this.#ended || this.signal.aborted) return Promise.reject(closedError());
    const inbox = this.other.incoming;
    inbox.push(message);
    return inbox.room()?.then(() => this.#refuseIfClosed()) ?? accepted;
  }

  end(): Promise<void> {
    this.#ended = true;
    this.other.incoming.end();
    return accepted;
  }

  close(): Promise<void> {
    if (!this.signal.aborted) {
      this.#closed.abort();
      this.other.#closed.abort();
    }
    this.other.incoming.end();
    this.incoming.discard();
    return accepted;
  }

  /** A message that waited for room when the connection closed was not taken. */
  #refuseIfClosed(): void {
    if (this.signal.aborted) throw closedError();
  }
}

/** Two linked ends in one process. Messages are handed over by reference: there is no JSON. */
export function memoryPair(): [Transport, Transport] {
  const one = new MemoryEnd();
  const two = new MemoryEnd();
  one.other = two;
  two.other = one;
  return [one, two];
}
