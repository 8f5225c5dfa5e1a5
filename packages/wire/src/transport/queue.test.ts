import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageQueue } from './queue.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // what the flag has just put there

async function drain<T>(queue: MessageQueue<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of queue) items.push(item);
  return items;
}

describe('MessageQueue', () => {
  it('gives items in order, whoever comes first', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('push', 'next', 'takeNow'), { maxLength: 60 }), async (steps) => {
        const queue = new MessageQueue<number>(4);
        const pushed: number[] = [];
        const taken: number[] = [];
        const reads: Promise<unknown>[] = [];
        const note = (result: IteratorResult<number>) => result.done || taken.push(result.value);
        for (const step of steps) {
          if (step === 'push') {
            pushed.push(pushed.length);
            queue.push(pushed.length - 1);
          } else if (step === 'next') reads.push(queue.next().then(note));
          else {
            await Promise.resolve();
            const item = queue.takeNow();
            if (item !== undefined) taken.push(item);
          }
        }
        queue.end();
        await Promise.all(reads);
        taken.push(...(await drain(queue)));
        expect(taken.toSorted((one, two) => one - two)).toEqual(pushed);
      }),
    );
  });

  it('delivers what is queued before the end', async () => {
    const queue = new MessageQueue<number>();
    queue.push(1);
    queue.push(2);
    queue.end();
    queue.push(3);
    expect(queue).toMatchObject({ ended: true, size: 2 });
    expect(await drain(queue)).toEqual([1, 2]);
    expect(await queue.next()).toEqual({ value: undefined, done: true });
  });

  it('delivers what is queued, then the error once, then the end', async () => {
    const queue = new MessageQueue<number>();
    queue.push(1);
    queue.end(new Error('broken'));
    queue.end(new Error('ignored'));
    expect(await queue.next()).toEqual({ value: 1, done: false });
    await expect(queue.next()).rejects.toThrow('broken');
    expect(await queue.next()).toEqual({ value: undefined, done: true });
  });

  it('serves several waiting reads in their order, and ends them all', async () => {
    const queue = new MessageQueue<string>();
    const reads = [queue.next(), queue.next(), queue.next(), queue.next()];
    queue.push('a');
    queue.push('b');
    queue.end();
    expect(await Promise.all(reads)).toEqual([
      { value: 'a', done: false },
      { value: 'b', done: false },
      { value: undefined, done: true },
      { value: undefined, done: true },
    ]);
  });

  it('rejects a waiting read when it ends with an error', async () => {
    const queue = new MessageQueue<string>();
    const read = queue.next();
    queue.end(new Error('broken'));
    await expect(read).rejects.toThrow('broken');
  });

  it('has room again when the reader has caught up', async () => {
    const queue = new MessageQueue<number>(2);
    queue.push(1);
    expect(queue.room()).toBeUndefined();
    queue.push(2);
    const order: string[] = [];
    const waiting = queue.room()?.then(() => order.push('room'));
    order.push('before');
    await queue.next();
    await waiting;
    expect(order).toEqual(['before', 'room']);
    expect(queue.room()).toBeUndefined();
  });

  it('releases who waits for room when it ends or is discarded', async () => {
    for (const finish of ['end', 'discard', 'return'] as const) {
      const queue = new MessageQueue<number>(1);
      queue.push(1);
      const waiting = queue.room();
      void queue[finish]();
      await waiting;
      expect(queue.room()).toBeUndefined();
    }
  });

  it('forgets everything when its reader leaves, an error too', async () => {
    const queue = new MessageQueue<number>();
    queue.push(1);
    queue.end(new Error('broken'));
    for await (const item of queue) if (item === 1) break;
    expect(queue.size).toBe(0);
    expect(await queue.next()).toEqual({ value: undefined, done: true });
  });

  it('does not keep what was read while it never runs empty', async () => {
    let kept = 0;
    const freed = new FinalizationRegistry(() => (kept -= 1));
    const queue = new MessageQueue<object>();
    const add = () => {
      const item = { body: 'x'.repeat(100) };
      freed.register(item, 0);
      kept += 1;
      queue.push(item);
    };
    add();
    for (let index = 0; index < 20_000; index += 1) {
      add();
      queue.takeNow();
    }
    for (let tries = 0; tries < 50 && kept > 4000; tries += 1) {
      collectGarbage();
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(queue.size).toBe(1);
    expect(kept).toBeLessThan(4000);
    expect(await queue.next()).toMatchObject({ done: false });
  });
});
