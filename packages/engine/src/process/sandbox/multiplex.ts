import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** One end of a link that carries many streams. */
export interface Multiplexer {
  /** Begins a stream, which the other end is told of. */
  open(): Duplex;
}

/** What comes and goes on one stream. */
interface Channel {
  stream: Duplex;
  take(chunk: Buffer): boolean;
  grant(bytes: number): void;
}

/**
 * Carries many streams over one link, each with a flow of its own: one that nobody reads stops no other, and holds little
 * memory. A frame is its kind (1 byte), its stream (4), a number (4), and for data as many bytes as the number says.
 * An end that does not keep to this loses the link.
 *
 * The other end of the link runs this function as text inside a sandbox, so it uses nothing but what it is given.
 */
export function multiplex(make: typeof Duplex, link: Socket, onStream?: (stream: Duplex) => void): Multiplexer {
  const kind = { open: 0, data: 1, end: 2, reset: 3, credit: 4 };
  const headBytes = 9;
  /** Bytes that may be on their way in a stream, and in one frame. */
  const room = 262_144;
  const mostInFrame = 65_536;
  const mostStreams = 2000;
  const channels = new Map<number, Channel>();
  let lastId = 0;
  let unread: Buffer = Buffer.alloc(0);

  const send = (type: number, id: number, number: number, data?: Buffer): void => {
    if (link.destroyed) return;
    const head = Buffer.alloc(headBytes);
    head.writeUInt8(type, 0);
    head.writeUInt32BE(id, 1);
    head.writeUInt32BE(number, 5);
    link.write(data ? Buffer.concat([head, data]) : head);
  };

  const addChannel = (id: number): Channel => {
    let maySend = room;
    let mayCome = room;
    let owed = 0;
    let waiting: { chunk: Buffer; done: () => void } | undefined;
    let ends = 0;

    const flush = (): void => {
      while (waiting && maySend > 0) {
        const { chunk, done } = waiting;
        const part = chunk.subarray(0, Math.min(maySend, mostInFrame));
        maySend -= part.length;
        send(kind.data, id, part.length, part);
        waiting = part.length < chunk.length ? { chunk: chunk.subarray(part.length), done } : undefined;
        if (!waiting) done();
      }
    };

    const stream = new make({
      read: () => {
        if (owed === 0) return;
        send(kind.credit, id, owed);
        mayCome += owed;
        owed = 0;
      },
      write: (chunk: Buffer, _encoding, done) => {
        waiting = { chunk, done };
        flush();
      },
      final: (done) => {
        send(kind.end, id, 0);
        ends += 1;
        done();
      },
      destroy: (error, done) => {
        if (channels.delete(id) && ends < 2) send(kind.reset, id, 0);
        done(error);
      },
    });
    stream.once('end', () => (ends += 1));

    const channel: Channel = {
      stream,
      take: (chunk) => {
        if (chunk.length > mayCome) return false;
        mayCome -= chunk.length;
        owed += chunk.length;
        stream.push(chunk);
        return true;
      },
      grant: (bytes) => {
        maySend = Math.min(maySend + bytes, room);
        flush();
      },
    };
    channels.set(id, channel);
    return channel;
  };

  /** Returns false when the other end does not keep to what was agreed. */
  const takeFrame = (type: number, id: number, number: number, data: Buffer): boolean => {
    if (type === kind.open) {
      if (!onStream || channels.has(id) || channels.size >= mostStreams) return false;
      onStream(addChannel(id).stream);
      return true;
    }
    const channel = channels.get(id);
    if (!channel) return true; // it is over here; the other end has not heard of it yet
    if (type === kind.data) return channel.take(data);
    if (type === kind.credit) channel.grant(number);
    else if (type === kind.end) channel.stream.push(null);
    else if (type === kind.reset && channels.delete(id)) channel.stream.destroy();
    return type <= kind.credit;
  };

  link.on('data', (chunk: Buffer) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    while (unread.length >= headBytes) {
      const type = unread.readUInt8(0);
      const number = unread.readUInt32BE(5);
      const size = type === kind.data ? number : 0;
      if (size > mostInFrame) return void link.destroy();
      if (unread.length < headBytes + size) return undefined;
      const data = unread.subarray(headBytes, headBytes + size);
      const id = unread.readUInt32BE(1);
      unread = unread.subarray(headBytes + size);
      if (!takeFrame(type, id, number, data)) return void link.destroy();
    }
    return undefined;
  });
  link.once('close', () => {
    for (const { stream } of channels.values()) stream.destroy();
  });

  return {
    open: () => {
      lastId += 1;
      send(kind.open, lastId, 0);
      return addChannel(lastId).stream;
    },
  };
}
