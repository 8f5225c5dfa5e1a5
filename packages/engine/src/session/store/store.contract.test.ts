import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { storeContract } from '@inboard/testing/contract';
import { afterAll, expect, it } from 'vitest';
import { FileSessionStore } from './file-store.js';
import { InMemorySessionStore } from './memory-store.js';

const folders: string[] = [];
const folder = async () => {
  folders.push(await mkdtemp(join(tmpdir(), 'inboard-store-')));
  return folders.at(-1)!;
};
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

storeContract('memory', async () => new InMemorySessionStore());
storeContract('files', async () => new FileSessionStore(await folder()));

it('finds out in another process what it holds', async () => {
  const root = await folder();
  const key = { projectKey: '-p', sessionId: 's' };
  await new FileSessionStore(root).append(key, [{ type: 'user', uuid: 'a' }]);
  await new FileSessionStore(root).append(key, [
    { type: 'user', uuid: 'a' },
    { type: 'user', uuid: 'b' },
  ]);
  expect(await new FileSessionStore(root).load(key)).toEqual([
    { type: 'user', uuid: 'a' },
    { type: 'user', uuid: 'b' },
  ]);
});

it('never leaves its folder', async () => {
  const store = new FileSessionStore(await folder());
  await expect(store.append({ projectKey: '..', sessionId: 'x' }, [])).rejects.toMatchObject({ code: 'invalid_option' });
  await expect(store.load({ projectKey: 'p', sessionId: '../../x' })).rejects.toMatchObject({ code: 'invalid_option' });
});
