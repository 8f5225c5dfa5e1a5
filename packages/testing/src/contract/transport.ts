import { AgentError, type Transport, type WireMessage } from '@inboard/wire';
import { afterEach, describe, expect, it } from 'vitest';

/** What the contract needs: two connected ends. */
export interface TransportPair {
  one: Transport;
  two: Transport;
  cleanUp?: () => Promise<void>;
}

/** What every transport promises. `make` gives a fresh pair for each case. */
export function transportContract(name: string, make: () => Promise<TransportPair>): void {
  describe(`transport contract: ${name}`, () => {
    let open: TransportPair | undefined;
    const pair = async () => (open = await make());

    afterEach(async () => {
      await open?.one.close();
      await open?.two.close();
      await open?.cleanUp?.();
      open = undefined;
    });

    it('delivers messages in order, both ways, unknown fields included', async () => {
      const { one, two } = await pair();
      const sent = Array.from({ length: 50 }, (_, index): WireMessage => ({
        type: 'x',
        index,
        text: 'ü\u2028€😀\n',
        unknown: { deep: [index] },
      }));
      const [forth, back] = await Promise.all([
        collect(two, 50),
        collect(one, 50),
        ...sent.flatMap((message) => [one.send(message), two.send(message)]),
      ]);
      expect(forth).toEqual(sent);
      expect(back).toEqual(sent);
    });

    it('keeps what was sent before the end, then ends', async () => {
      const { one, two } = await pair();
      await one.send({ type: 'last' });
      await one.end();
      expect(await collect(two)).toEqual([{ type: 'last' }]);
    });

    it('lets the other side go on after one side has ended', async () => {
      const { one, two } = await pair();
      await one.end();
      await collect(two);
      await two.send({ type: 'still here' });
      expect(await collect(one, 1)).toEqual([{ type: 'still here' }]);
    });

    it('refuses to send once closed, with a typed error', async () => {
      const { one } = await pair();
      await one.close();
      const error = await one.send({ type: 'late' }).catch((thrown: unknown) => thrown);
      expect(AgentError.is(error) && error.code).toBe('transport_closed');
      expect(one.signal.aborted).toBe(true);
    });

    it('refuses to send once ended, with a typed error, and may be ended again', async () => {
      const { one } = await pair();
      await one.end();
      await one.end();
      await expect(one.send({ type: 'late' })).rejects.toMatchObject({ code: 'transport_closed' });
    });

    it('ends the other side when closed, and may be closed again', async () => {
      const { one, two } = await pair();
      const reading = collect(two);
      await Promise.all([one.close(), one.close()]);
      await one.close();
      expect(await reading).toEqual([]);
      expect(await collect(one)).toEqual([]);
    });

    it.each(['one', 'two'] as const)('tells both sides that side %s has closed', async (closing) => {
      const both = await pair();
      const learned = Promise.all([whenAborted(both.one.signal), whenAborted(both.two.signal)]);
      await both[closing].close();
      await learned;
      await expect(both.one.send({ type: 'late' })).rejects.toMatchObject({ code: 'transport_closed' });
      await expect(both.two.send({ type: 'late' })).rejects.toMatchObject({ code: 'transport_closed' });
    });

    it('keeps what was sent before a close', async () => {
      const { one, two } = await pair();
      const sent = Array.from({ length: 20 }, (_, index): WireMessage => ({ type: 'before', index }));
      for (const message of sent) await one.send(message);
      await one.close();
      expect(await collect(two)).toEqual(sent);
    });

    it('keeps messages for a reader that comes late', async () => {
      const { one, two } = await pair();
      await one.send({ type: 'early' });
      await one.send({ type: 'early too' });
      expect(await collect(two, 2)).toEqual([{ type: 'early' }, { type: 'early too' }]);
    });

    it('carries a message of some megabytes whole', async () => {
      const { one, two } = await pair();
      const message = { type: 'large', body: 'ü'.repeat(3_000_000) };
      const [received] = await Promise.all([collect(two, 1), one.send(message)]);
      expect(received).toEqual([message]);
    });

    it('holds the writer back when nobody reads, and loses nothing', async () => {
      const { one, two } = await pair();
      const writer = startWriting(one);
      await writer.stuck();
      const received = await collect(two, writer.count);
      await writer.done;
      expect(received.map((message) => message.index)).toEqual(Array.from({ length: writer.count }, (_, index) => index));
    });

    it.each(['one', 'two'] as const)('settles a send that is held back when side %s closes', async (closing) => {
      const both = await pair();
      const writer = startWriting(both.one);
      await writer.stuck();
      await both[closing].close();
      await expect(writer.done).rejects.toMatchObject({ code: 'transport_closed' });
    });
  });
}

interface Writing {
  readonly count: number;
  /** Settles when all was accepted, or with the first refusal. */
  readonly done: Promise<void>;
  /** Resolves when nothing has been accepted for a while although there is more. */
  stuck(): Promise<void>;
}

/** Writes more than any transport may take in unread. */
function startWriting(transport: Transport): Writing {
  const count = 4000;
  const body = 'x'.repeat(4096);
  let accepted = 0;
  const write = async () => {
    for (; accepted < count; accepted += 1) await transport.send({ type: 'bulk', index: accepted, body });
  };
  const done = write();
  done.catch(() => undefined); // looked at later
  const stuck = async () => {
    for (let before = -1; before !== accepted;) {
      before = accepted;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(accepted).toBeLessThan(count);
  };
  return { count, done, stuck };
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })));
}

/** Reads some messages, or all of them. */
async function collect(transport: Transport, count = Infinity): Promise<WireMessage[]> {
  const messages: WireMessage[] = [];
  const iterator = transport.incoming[Symbol.asyncIterator]();
  while (messages.length < count) {
    const next = await iterator.next();
    if (next.done) break;
    messages.push(next.value);
  }
  return messages;
}
