import { AgentError } from '../errors.js';
import { MessageQueue } from './queue.js';
import type { Transport, WireMessage } from './transport.js';

const accepted = Promise.resolve();

class MemoryEnd implements Transport {
  readonly incoming = new MessageQueue<WireMessage>();
  readonly #closed = new AbortController();
  readonly signal = this.#closed.signal;
  other!: MemoryEnd; // set by memoryPair before anybody sees this end
  #ended = false;

  send(message: WireMessage): Promise<void> {
    if (this.#ended || this.signal.aborted) {
      return Promise.reject(new AgentError('transport_closed', 'The connection is closed: nothing more can be sent.'));
    }
    const inbox = this.other.incoming;
    inbox.push(message);
    return inbox.room() ?? accepted;
  }

  end(): Promise<void> {
    this.#ended = true;
    this.other.incoming.end();
    return accepted;
  }

  close(): Promise<void> {
    if (this.signal.aborted) return accepted;
    this.#closed.abort();
    this.other.incoming.end();
    this.incoming.discard();
    this.other.#closed.abort();
    return accepted;
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
