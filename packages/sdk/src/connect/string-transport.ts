import { AgentError, encodeLine, type Transport, type WireMessage } from '@inboard/wire';

/** The transport interface of the published SDK: text out, messages in. */
export interface StringTransport {
  write(data: string): void | Promise<void>;
  close(): void;
  isReady(): boolean;
  readMessages(): AsyncGenerator<unknown, void, unknown>;
  endInput(): void;
}

export function isStringTransport(value: Transport | StringTransport): value is StringTransport {
  return 'readMessages' in value;
}

/** Makes a transport of ours from one of theirs. */
export function adaptTransport(theirs: StringTransport): Transport {
  const closed = new AbortController();
  return {
    incoming: theirs.readMessages() as AsyncIterable<WireMessage>, // the peer checks each message
    async send(message) {
      if (closed.signal.aborted || !theirs.isReady())
        throw new AgentError('transport_closed', 'The transport is not ready: nothing can be sent.');
      await theirs.write(encodeLine(message));
    },
    async end() {
      theirs.endInput();
    },
    async close() {
      if (closed.signal.aborted) return;
      closed.abort();
      theirs.close();
    },
    signal: closed.signal,
  };
}
