import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ControlName, HandlersFor } from './control/index.js';
import { controls } from './control/index.js';
import { AgentError } from './errors.js';
import { Peer } from './peer.js';
import { memoryPair } from './transport/memory.js';

type Step =
  | { do: 'ask'; side: 'host' | 'engine'; takes: number; fate: 'answer' | 'throw' | 'cancel' }
  | { do: 'say'; side: 'host' | 'engine' }
  | { do: 'wait'; turns: number }
  | { do: 'close'; side: 'host' | 'engine' };

const side = fc.constantFrom('host' as const, 'engine' as const);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      side,
      takes: fc.nat(6),
      fate: fc.constantFrom('answer' as const, 'throw' as const, 'cancel' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('say' as const), side }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const), side }) },
);

async function turns(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Both ends carry the same question: how long to take, and what to do then. */
async function handle(
  params: { message: Record<string, unknown> },
  ended: { count: number },
): Promise<{ mcp_response: Record<string, unknown> }> {
  try {
    await turns(params.message.takes as number);
    if (params.message.fate === 'throw') throw new Error('as asked');
    return { mcp_response: { echo: params.message.number } };
  } finally {
    ended.count += 1;
  }
}

const others = (names: ControlName[], run: (params: { message: Record<string, unknown> }) => unknown) =>
  Object.fromEntries(names.map((name) => [name, name === 'mcp_message' ? run : () => ({})]));

it('every request settles and every handler that began ends, whatever happens when', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const [host, engine] = memoryPair();
      const ended = { count: 0 };
      let began = 0;
      const run = (params: { message: Record<string, unknown> }) => {
        began += 1;
        return handle(params, ended);
      };
      const handlers = others(Object.keys(controls) as ControlName[], run);
      const heard = { host: 0, engine: 0 };
      const peers = {
        host: new Peer<'host'>({
          transport: host,
          handlers: handlers as unknown as HandlersFor<'host'>,
          onMessage: () => void (heard.host += 1),
        }), // handlers for every name there is
        engine: new Peer<'engine'>({
          transport: engine,
          handlers: handlers as unknown as HandlersFor<'engine'>,
          onMessage: () => void (heard.engine += 1),
        }),
      };
      const running = [peers.host.run(), peers.engine.run()];
      const outcomes: Promise<unknown>[] = [];
      let closed = false;
      let said = { host: 0, engine: 0 };
      for (const [number, each] of steps.entries()) {
        if (each.do === 'wait') await turns(each.turns);
        else if (each.do === 'close') {
          closed = true;
          await (each.side === 'host' ? host : engine).close();
        } else if (each.do === 'say') {
          const accepted = await peers[each.side].send({ type: 'note', number }).then(
            () => 1,
            () => 0,
          );
          said = { ...said, [each.side]: said[each.side] + accepted };
        } else {
          const controller = new AbortController();
          const params = { server_name: 's', message: { number, takes: each.takes, fate: each.fate } };
          const options = { signal: controller.signal };
          const request =
            each.side === 'host'
              ? peers.host.request('mcp_message', params, options)
              : peers.engine.request('mcp_message', params, options);
          const expected = { mcp_response: { echo: number } };
          outcomes.push(
            request.then(
              (result) => expect(result).toEqual(expected),
              (error: unknown) => expectReason(error, each.fate, () => closed),
            ),
          );
          if (each.fate === 'cancel') void turns(Math.max(0, each.takes - 2)).then(() => controller.abort());
        }
      }
      await Promise.all(outcomes);
      await Promise.all([peers.host.whenIdle(), peers.engine.whenIdle()]);
      expect([peers.host.waiting, peers.engine.waiting, peers.host.answering, peers.engine.answering]).toEqual([0, 0, 0, 0]);
      await turns(8);
      expect(ended.count).toBe(began);
      if (!closed) expect(heard).toEqual({ host: said.engine, engine: said.host });
      await host.close();
      await Promise.all(running);
    }),
    { numRuns: 150 },
  );
});

function expectReason(error: unknown, fate: string, wasClosed: () => boolean): void {
  const code = AgentError.is(error) ? error.code : error;
  const possible = [
    ...(fate === 'throw' ? ['request_failed'] : []),
    ...(fate === 'cancel' ? ['request_cancelled'] : []),
    ...(wasClosed() ? ['transport_closed'] : []),
  ];
  expect(possible).toContain(code);
}
