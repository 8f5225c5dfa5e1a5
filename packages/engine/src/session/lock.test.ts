import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { lockSession } from './lock.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-lock-'));
const hearts = () => readdirSync(root).filter((name) => name.startsWith('.alive-'));
/** What is in the folder; one that is empty goes. */
const left = () => (existsSync(folder) ? ['the folder', ...readdirSync(folder)] : []);
let folder: string;
beforeEach(() => (folder = mkdtempSync(join(root, 'case-'))));
afterAll(() => rmSync(root, { recursive: true, force: true }));

it('is held by one, says by whom, and is free again after', async () => {
  const release = await lockSession(folder, { waitMs: 0 });
  await expect(lockSession(folder, { waitMs: 0 })).rejects.toMatchObject({ code: 'session_in_use', data: { pid: process.pid } });
  release();
  (await lockSession(folder, { waitMs: 0 }))();
  expect([left(), hearts()]).toEqual([[], []]);
});

it('believes one that it cannot see as long as its heart beats', async () => {
  const elsewhere = { pid: 1, started: '1', boot: 'another', space: 'another', host: 'another-machine', heart: '.alive-1-a' };
  const heart = join(root, elsewhere.heart);
  const put = (more: object) => writeFileSync(join(folder, 'lock-1-a'), JSON.stringify({ ...elsewhere, ...more }));
  writeFileSync(heart, '.');
  put({});
  await expect(lockSession(folder, { waitMs: 0 })).rejects.toMatchObject({
    code: 'session_in_use',
    message: expect.stringContaining(
      'open in process 1 on another-machine or in another container. Close it there, or resume with forkSession',
    ),
    data: { pid: 1, host: 'another-machine' },
  });
  // This machine has been restarted since, or the file names something else: nobody holds it.
  for (const more of [{ host: hostname() }, { heart: '../../etc/passwd' }, { heart: 'lock-x' }]) {
    mkdirSync(folder, { recursive: true });
    put(more);
    (await lockSession(folder, { waitMs: 0 }))();
  }
  mkdirSync(folder);
  put({});
  utimesSync(heart, Date.now() / 1000 - 60, Date.now() / 1000 - 60);
  (await lockSession(folder, { waitMs: 0 }))();
  rmSync(heart);
  mkdirSync(folder);
  put({});
  (await lockSession(folder, { waitMs: 0 }))();
  expect([left(), hearts()]).toEqual([[], []]);
});

it('has one heart for all sessions of a process', async () => {
  const others = [mkdtempSync(join(root, 'case-')), mkdtempSync(join(root, 'case-'))];
  const releases = await Promise.all([folder, ...others].map((each) => lockSession(each, { waitMs: 0 })));
  expect(hearts()).toHaveLength(1);
  for (const release of releases) expect([hearts().length, release()]).toEqual([1, undefined]);
  for (const release of releases) release();
  expect(hearts()).toEqual([]);
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
  expect(left()).toEqual([]);
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
