import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { lockSession, sessionHolder } from './lock.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-lock-'));
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(root, 'case-'))));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('is held by one, says by whom, and is free again after', async () => {
  const release = await lockSession(folder, { waitMs: 0 });
  await expect(lockSession(folder, { waitMs: 0 })).rejects.toMatchObject({ code: 'session_in_use', data: { pid: process.pid } });
  expect(sessionHolder(folder)).toBe(process.pid);
  release();
  expect(sessionHolder(folder)).toBeUndefined();
  (await lockSession(folder, { waitMs: 0 }))();
  expect(readdirSync(folder)).toEqual([]);
});

it('waits for one that is being closed', async () => {
  const release = await lockSession(folder, { waitMs: 0 });
  const waiting = lockSession(folder, { waitMs: 10_000 });
  release();
  (await waiting)();
});

it('takes no notice of processes that are gone, of other boots and of junk', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  writeFileSync(join(folder, 'lock-1-a'), JSON.stringify({ pid: child.pid, started: '1', boot: 'x' }));
  writeFileSync(join(folder, 'lock-1-b'), JSON.stringify({ pid: process.pid, started: 'another time', boot: '' }));
  writeFileSync(join(folder, 'lock-1-c'), 'half a lo');
  (await lockSession(folder, { waitMs: 0 }))();
  expect(readdirSync(folder)).toEqual([]);
});

it('is never held by two, however many come at once', async () => {
  let holders = 0;
  let most = 0;
  const use = async () => {
    const release = await lockSession(folder, { waitMs: 20_000 });
    most = Math.max(most, (holders += 1));
    await new Promise((resolve) => setImmediate(resolve));
    holders -= 1;
    release();
  };
  await Promise.all(Array.from({ length: 8 }, use));
  expect(most).toBe(1);
}, 30_000);
