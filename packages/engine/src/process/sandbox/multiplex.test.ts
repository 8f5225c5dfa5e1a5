import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { multiplex } from './multiplex.js';

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Two linked ends. */
async function pair(): Promise<[Socket, Socket]> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const one = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [other] = (await once(server, 'connection')) as [Socket];
  server.close();
  open.push(one, other);
  return [one, other];
}

/** An end whose streams come back as they are sent. */
async function echoing() {
  const [near, far] = await pair();
  multiplex(Duplex, far, (stream) => stream.on('error', () => stream.destroy()).pipe(stream));
  return { near, far, mux: multiplex(Duplex, near) };
}

it('gives every stream back whole, however it is cut and however many there are', async () => {
  const { mux } = await echoing();
  const pieces = fc.array(fc.integer({ min: 0, max: 300_000 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { minLength: 1, maxLength: 6 }), async (streams) => {
      await Promise.all(
        streams.map(async (sizes) => {
          const chunks = sizes.map((size) => randomBytes(size));
          const stream = mux.open();
          for (const chunk of chunks) stream.write(chunk);
          stream.end();
          expect((await buffer(stream)).equals(Buffer.concat(chunks))).toBe(true);
        }),
      );
    }),
    { numRuns: 25 },
  );
});

it('does not let a stream that nobody reads stop the others, nor fill the memory', async () => {
  const { mux } = await echoing();
  const idle = mux.open();
  idle.write(Buffer.alloc(10_000_000));
  const busy = mux.open();
  busy.end(Buffer.alloc(3_000_000, 'x'));
  expect((await buffer(busy)).length).toBe(3_000_000);
  expect(idle.readableLength).toBeLessThan(300_000);
});

it('ends what is left with the link, and one stream without the others', async () => {
  const { mux, near } = await echoing();
  const [one, other] = [mux.open(), mux.open()];
  one.destroy();
  other.write('still here');
  expect(String(((await once(other, 'data')) as [Buffer])[0])).toBe('still here');
  near.destroy();
  await once(other, 'close');
});

const frame = (type: number, id: number, number: number, data = Buffer.alloc(0)): Buffer => {
  const head = Buffer.alloc(9);
  head.writeUInt8(type, 0);
  head.writeUInt32BE(id, 1);
  head.writeUInt32BE(number, 5);
  return Buffer.concat([head, data]);
};

it.each([
  ['more data than was agreed', [frame(0, 1, 0), ...Array.from({ length: 5 }, () => frame(1, 1, 65_536, Buffer.alloc(65_536)))]],
  ['a frame that is too large', [frame(0, 1, 0), frame(1, 1, 4_000_000_000)]],
  ['a stream that is there already', [frame(0, 1, 0), frame(0, 1, 0)]],
  ['more streams than there may be', Array.from({ length: 2001 }, (_, id) => frame(0, id, 0))],
  ['a kind nobody knows', [frame(0, 1, 0), frame(9, 1, 0)]],
])('loses the link over %s', async (_, frames) => {
  const [near, far] = await pair();
  multiplex(Duplex, far, (stream) => stream.on('error', () => stream.destroy()));
  near.resume().on('error', () => undefined); // it may be gone in the middle of what we send
  near.write(Buffer.concat(frames));
  await once(near, 'close');
});
