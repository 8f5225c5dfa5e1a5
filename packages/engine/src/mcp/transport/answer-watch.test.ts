import fc from 'fast-check';
import { expect, it } from 'vitest';
import { AnswerWatch } from './answer-watch.js';

/** Shows a stream to a watch in pieces, cut at these places. */
function watched(stream: string, cuts: number[], resumable: (string | number)[] = []): Uint8Array | undefined {
  const watch = new AnswerWatch(5, (id) => resumable.push(id));
  const places = [0, ...cuts.map((cut) => cut % (stream.length + 1)).toSorted((a, b) => a - b), stream.length];
  for (let index = 1; index < places.length; index += 1) watch.see(Buffer.from(stream.slice(places[index - 1], places[index])));
  return watch.end('over');
}

const cuts = fc.array(fc.nat(), { maxLength: 6 });

it('adds nothing when the answer came, however the stream was cut', () => {
  fc.assert(
    fc.property(cuts, (at) => {
      expect(watched('data: {"jsonrpc":"2.0","result":{},"id" : 5}\n\n', at)).toBeUndefined();
    }),
  );
});

it('adds nothing when the stream can be taken up again', () => {
  fc.assert(
    fc.property(cuts, (at) => {
      const resumable: (string | number)[] = [];
      expect(watched('id: 7\ndata:\n\n', at, resumable)).toBeUndefined();
      expect(resumable).toEqual([5]);
    }),
  );
});

it('adds an error when only something else came', () => {
  const other = 'data: {"jsonrpc":"2.0","id":55,"result":{}}\n\ndata: {"method":"x","params":{"id":5.5,"bid:":5}}\n\n';
  fc.assert(
    fc.property(cuts, (at) => {
      expect(Buffer.from(watched(other, at)!).toString()).toContain('"id":5,"error"');
    }),
  );
});
