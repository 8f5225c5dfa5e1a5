import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { slowDown } from './slow-down.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lets ten pass and makes the others wait', async () => {
  const mayPass = slowDown();
  for (let count = 0; count < 10; count += 1) await mayPass(undefined);
  let passed = false;
  const next = mayPass(undefined).then(() => (passed = true));
  await vi.advanceTimersByTimeAsync(999);
  expect(passed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await next;
  await vi.advanceTimersByTimeAsync(10_000);
  await mayPass(undefined);
});

it('lets nobody wait who has given up', async () => {
  const mayPass = slowDown();
  for (let count = 0; count < 10; count += 1) await mayPass(undefined);
  const giveUp = new AbortController();
  const waiting = mayPass(giveUp.signal);
  giveUp.abort();
  await waiting;
});
