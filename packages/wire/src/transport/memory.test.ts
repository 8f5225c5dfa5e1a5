import { transportContract } from '@inboard/testing/contract';
import { expect, it } from 'vitest';
import { memoryPair } from './memory.js';

transportContract('memory', async () => {
  const [one, two] = memoryPair();
  return { one, two };
});

it('hands messages over by reference', async () => {
  const [one, two] = memoryPair();
  const message = { type: 'x', callback: () => 1 };
  await one.send(message);
  const iterator = two.incoming[Symbol.asyncIterator]();
  expect((await iterator.next()).value).toBe(message);
});

it('lets both sides close at once', async () => {
  const [one, two] = memoryPair();
  await Promise.all([one.close(), two.close()]);
  expect([one.signal.aborted, two.signal.aborted]).toEqual([true, true]);
});
