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

it('refuses a message that was waiting for room when the other side closed', async () => {
  const [one, two] = memoryPair();
  const sends = Array.from({ length: 300 }, (_, index) => one.send({ type: 'x', index }));
  await sends[0];
  await two.close();
  await expect(sends.at(-1)).rejects.toMatchObject({ code: 'transport_closed' });
  expect((await Promise.allSettled(sends)).filter((outcome) => outcome.status === 'rejected')).toHaveLength(300 - 255);
});

it('lets both sides close at once', async () => {
  const [one, two] = memoryPair();
  await Promise.all([one.close(), two.close()]);
  expect([one.signal.aborted, two.signal.aborted]).toEqual([true, true]);
});
