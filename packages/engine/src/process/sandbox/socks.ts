import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { join, RefusedHost } from './dial.js';

const connectCommand = 1;
const addressTypes = { ipv4: 1, name: 3, ipv6: 4 } as const;
const replies = { done: 0, failed: 1, refused: 2, noSuchCommand: 7, noSuchAddress: 8 } as const;
const largestHandshake = 600;

/** Serves one SOCKS5 client: no login, connections only. `first` is what it has sent so far. */
export async function serveSocks(client: Duplex, first: Buffer, dialHost: (host: string, port: number) => Promise<Socket>): Promise<void> {
  client.on('error', () => client.destroy()); // a client that goes away needs no answer
  const read = reader(client, first);
  const [, methods] = await read(2);
  await read(methods!);
  client.write(Buffer.from([5, 0]));
  const [version, command, , type] = await read(4);
  const host = await readHost(read, type!);
  const port = (await read(2)).readUInt16BE();
  if (version !== 5 || command !== connectCommand) return answer(client, replies.noSuchCommand);
  if (host === undefined) return answer(client, replies.noSuchAddress);
  try {
    const upstream = await dialHost(host, port);
    client.write(reply(replies.done));
    const rest = read.rest();
    if (rest.length > 0) upstream.write(rest);
    join(client, upstream);
  } catch (error) {
    answer(client, error instanceof RefusedHost ? replies.refused : replies.failed);
  }
}

async function readHost(read: (count: number) => Promise<Buffer>, type: number): Promise<string | undefined> {
  if (type === addressTypes.ipv4) return [...(await read(4))].join('.');
  if (type === addressTypes.name) return (await read((await read(1))[0]!)).toString('latin1');
  if (type !== addressTypes.ipv6) return undefined;
  const bytes = await read(16);
  return Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16)).join(':');
}

const reply = (code: number) => Buffer.from([5, code, 0, addressTypes.ipv4, 0, 0, 0, 0, 0, 0]);

function answer(client: Duplex, code: number): void {
  client.end(reply(code));
}

/** Reads exact numbers of bytes from a socket that is then handed on. */
function reader(client: Duplex, first: Buffer): ((count: number) => Promise<Buffer>) & { rest(): Buffer } {
  let held = first;
  let wake: (() => void) | undefined;
  const onData = (chunk: Buffer) => {
    held = Buffer.concat([held, chunk]);
    if (held.length > largestHandshake) client.destroy();
    wake?.();
  };
  client.on('data', onData);
  client.once('close', () => wake?.());
  const read = async (count: number) => {
    while (held.length < count) {
      if (client.destroyed) throw new Error('the client went away');
      await new Promise<void>((resolve) => (wake = resolve));
    }
    const part = held.subarray(0, count);
    held = held.subarray(count);
    return part;
  };
  const rest = () => {
    client.off('data', onData);
    return held;
  };
  return Object.assign(read, { rest });
}
