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
      const sent = Array.from({ length: 50 }, (_, index): WireMessage => ({ type: 'x', index, text: 'ü\u2028€😀\n', unknown: { deep: [index] } }));
      const [forth, back] = await Promise.all([collect(two, 50), collect(one, 50), ...sent.flatMap((message) => [one.send(message), two.send(message)])]);
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

    it('ends the other side when closed, and may be closed again', async () => {
      const { one, two } = await pair();
      const reading = collect(two);
      await one.close();
      await one.close();
      expect(await reading).toEqual([]);
    });

    it('holds the writer back when nobody reads, and loses nothing', async () => {
      const { one, two } = await pair();
      const count = 4000;
      const body = 'x'.repeat(4096);
      let accepted = 0;
      const writing = (async () => {
        for (let index = 0; index < count; index += 1) {
          await one.send({ type: 'bulk', index, body });
          accepted += 1;
        }
      })();
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(accepted).toBeLessThan(count);
      const received = await collect(two, count);
      await writing;
      expect(received.map((message) => message.index)).toEqual(Array.from({ length: count }, (_, index) => index));
    });
  });
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
