import { Readable } from 'node:stream';
import fc from 'fast-check';
import { encodeEvents, eventsOf, text, toolUse, type ScriptedEvent } from '@inboard/testing';
import type { ApiStreamEvent } from '@inboard/wire';
import { describe, expect, it } from 'vitest';
import { readEvents, type StreamEnd } from './sse.js';

async function read(chunks: Iterable<Uint8Array | string>): Promise<{ end: StreamEnd; events: ApiStreamEvent[] }> {
  const events: ApiStreamEvent[] = [];
  const body = Readable.from([...chunks].map((chunk) => Buffer.from(chunk)));
  const end = await readEvents(body, { idleMs: 60_000, onEvent: (event) => void events.push(event) });
  return { end, events };
}

function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, index) => bytes.subarray(start, sorted[index] ?? bytes.length)).filter((piece) => piece.length > 0);
}

const whole: ScriptedEvent[] = eventsOf([text('naïve 日本 🙂', '\n"x"\r\n'), toolUse('Read', { file_path: '/a' }, 'toolu_1')]);

describe('readEvents', () => {
  it('gives the same events wherever the bytes are cut and however the lines end', async () => {
    const form = fc.record({
      lineEnd: fc.constantFrom('\n' as const, '\r' as const, '\r\n' as const),
      comments: fc.boolean(),
      multiLine: fc.boolean(),
      byteOrderMark: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(form, fc.array(fc.nat(), { maxLength: 40 }), async (options, places) => {
        const { end, events } = await read(cut(new TextEncoder().encode(encodeEvents(whole, options)), places));
        expect(end).toEqual({ kind: 'complete' });
        expect(events).toEqual(whole);
      }),
    );
  });

  it('never throws, whatever comes', async () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('data: ', '\n\n', 'event: x\n', '{"type":"message_stop"}', 'data: {"type":"error"}\n\n', '\r', ':', '\uFEFF'),
      fc.json(),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(noise, { maxLength: 20 }), async (chunks) => {
        const { end } = await read(chunks);
        expect(['complete', 'cut', 'failed']).toContain(end.kind);
      }),
    );
  });

  it('is cut at every event but the last', async () => {
    for (let events = 0; events < whole.length; events += 1)
      expect((await read([encodeEvents(whole.slice(0, events))])).end).toEqual({ kind: 'cut' });
  });

  it('is cut, not damaged, when the body ends inside an event', async () => {
    const bytes = encodeEvents(whole);
    const end = bytes.lastIndexOf('message_stop"}');
    expect((await read([bytes.slice(0, end)])).end).toEqual({ kind: 'cut' });
  });

  it('passes on what came before an error', async () => {
    const { end, events } = await read([
      encodeEvents([...whole.slice(0, 3), { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }]),
    ]);
    expect(events).toEqual(whole.slice(0, 3));
    expect(end).toMatchObject({ kind: 'failed', failure: { category: 'overloaded', status: 529 } });
  });

  it.each([
    ['not JSON', 'data: {"type"\n\n'],
    ['without a type', 'data: 7\n\n'],
    ['lacks its fields', 'data: {"type":"message_start","message":[]}\n\n'],
    ['before the beginning', encodeEvents([whole[1]!])],
    ['begins the reply twice', encodeEvents([whole[0]!, whole[0]!])],
  ])('reports an event that is damaged: %s', async (message, body) => {
    expect((await read([body])).end).toMatchObject({
      kind: 'failed',
      failure: { category: 'server_error', retries: 2, message: expect.stringContaining(message) },
    });
  });

  it('leaves pings out and lets unknown events pass', async () => {
    const { events } = await read([encodeEvents([{ type: 'ping' }, { type: 'future', index: 'x' }, ...whole])]);
    expect(events).toEqual([{ type: 'future', index: 'x' }, ...whole]);
  });
});
