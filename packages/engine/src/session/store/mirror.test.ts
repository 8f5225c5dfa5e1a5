import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionStore, SessionStoreEntry, Uuid } from '@inboard/wire';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { createFileLog, noLog } from '../log.js';
import type { TranscriptRecord } from '../record.js';
import { InMemorySessionStore } from './memory-store.js';
import { Mirror } from './mirror.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-mirror-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const key = { projectKey: '-p', sessionId: '00000000-0000-4000-8000-000000000001' };
const newId = () => crypto.randomUUID() as Uuid;

/** A store that takes a part of a batch before it fails, by a plan: the number of entries it takes each time; nothing left means all. */
function flaky(plan: number[]): SessionStore & { memory: InMemorySessionStore } {
  const memory = new InMemorySessionStore();
  return {
    memory,
    append: async (where, entries) => {
      const taken = plan.shift();
      await memory.append(where, taken === undefined ? entries : entries.slice(0, taken));
      if (taken !== undefined) throw new Error('cut off');
    },
    load: (where) => memory.load(where),
  };
}

it('gives a store everything once and in order, whatever part of a batch it had taken before it failed', async () => {
  const record = fc.record({
    type: fc.constantFrom('user', 'ledger', 'state'),
    n: fc.nat(),
    uuid: fc.option(fc.uuid(), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(record, { minLength: 1, selector: ({ n, uuid }) => uuid ?? n }),
      fc.array(fc.nat(5), { maxLength: 2 }),
      async (records, plan) => {
        const path = join(root, `${newId()}.jsonl`);
        const store = flaky([...plan]);
        const mirror = new Mirror({ store, key, newId });
        const problems: string[] = [];
        mirror.listen((error) => problems.push(error));
        const log = mirror.wrap(createFileLog(path));
        for (const each of records) log.append(each as TranscriptRecord);
        await log.close();
        const lines = readFileSync(path, 'utf8').trim().split('\n');
        expect(store.memory.getEntries(key)).toEqual(lines.map((line) => JSON.parse(line) as SessionStoreEntry));
        expect(lines).toHaveLength(records.length);
        expect(problems).toEqual([]);
      },
    ),
    { numRuns: 15 },
  );
}, 30_000);

it('says what a store did not take, also to one who listens late, and goes on with the rest', async () => {
  const store = flaky([0, 0, 0]);
  const mirror = new Mirror({ store, key, newId });
  const log = mirror.wrap(noLog, 'subagents/agent-1');
  log.append({ type: 'user', n: 1 });
  await mirror.flush();
  log.append({ type: 'user', n: 2 });
  await log.close();
  await mirror.flush();
  const problems: unknown[] = [];
  mirror.listen((...problem) => problems.push(problem));
  expect(problems).toEqual([
    ['The session store did not take 1 records: cut off. They are in the local transcript.', { ...key, subpath: 'subagents/agent-1' }],
  ]);
  expect(store.memory.getEntries({ ...key, subpath: 'subagents/agent-1' })).toMatchObject([{ n: 2 }]);
});

it('hands over a record that could not be written at first together with the next, and one that never could at the end', async () => {
  const store = new InMemorySessionStore();
  const mirror = new Mirror({ store, key, newId });
  let full = true;
  const log = mirror.wrap({
    ...noLog,
    append: () => {
      if (full) throw new Error('no space');
    },
  });
  expect(() => log.append({ type: 'user', n: 1 })).toThrow('no space');
  await mirror.flush();
  expect(store.getEntries(key)).toEqual([]);
  full = false;
  log.append({ type: 'user', n: 2 });
  full = true;
  expect(() => log.append({ type: 'user', n: 3 })).toThrow('no space');
  await log.close();
  expect(store.getEntries(key).map(({ n }) => n)).toEqual([1, 2, 3]);
});
