import { setImmediate as nextTick } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { query } from './query.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // the flag above defines it

async function askAndLeave(): Promise<WeakRef<object>> {
  const agent = query({ prompt: 'hi', options: { model: 'offline', persistSession: false, settingSources: [] } });
  await agent.next();
  await agent.return();
  return new WeakRef(agent);
}

it('a query that was left early holds no memory', async () => {
  const left = await askAndLeave();
  for (let round = 0; round < 20 && left.deref(); round += 1) {
    await nextTick();
    collectGarbage();
  }
  expect(left.deref()).toBeUndefined();
});
