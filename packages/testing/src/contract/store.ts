import type { SessionKey, SessionStore, SessionStoreEntry } from '@inboard/wire';
import { describe, expect, it } from 'vitest';

const key: SessionKey = { projectKey: '-home-me-project', sessionId: '00000000-0000-4000-8000-000000000001' };
const other: SessionKey = { ...key, sessionId: '00000000-0000-4000-8000-000000000002' };
const sub: SessionKey = { ...key, subpath: 'subagents/agent-0123456789abcdef' };
const entry = (uuid: string, more: object = {}): SessionStoreEntry => ({
  type: 'user',
  uuid,
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
});

/** What every session store promises. `make` gives a fresh, empty store for each case. */
export function storeContract(name: string, make: () => Promise<SessionStore>): void {
  describe(`session store contract: ${name}`, () => {
    it('knows nothing of what was never written', async () => {
      expect(await (await make()).load(key)).toBeNull();
    });

    it('gives back what was appended, deep-equal and in order', async () => {
      const store = await make();
      const entries = [
        entry('a', { text: 'ü\u2028€😀\n', deep: { list: [1, null, { x: 'y' }] } }),
        { type: 'unknown-kind', anything: true },
        entry('b'),
      ];
      await store.append(key, entries.slice(0, 2));
      await store.append(key, entries.slice(2));
      expect(await store.load(key)).toEqual(entries);
    });

    it('does not add an entry twice', async () => {
      const store = await make();
      await store.append(key, [entry('a'), entry('b')]);
      await store.append(key, [entry('b'), entry('c'), entry('c')]);
      expect((await store.load(key))?.map(({ uuid }) => uuid)).toEqual(['a', 'b', 'c']);
    });

    it('does not add an entry twice when it comes twice at once, as after a try that took too long', async () => {
      const store = await make();
      await Promise.all([store.append(key, [entry('a'), entry('b')]), store.append(key, [entry('a'), entry('b')])]);
      expect((await store.load(key))?.map(({ uuid }) => uuid)).toEqual(['a', 'b']);
    });

    it('takes entries without an id as they come: two that look alike are two', async () => {
      const store = await make();
      const nameless = { type: 'ledger', row: { model: 'm' } };
      await store.append(key, [nameless, nameless]);
      await store.append(key, [nameless]);
      expect(await store.load(key)).toEqual([nameless, nameless, nameless]);
    });

    it('keeps transcripts apart', async () => {
      const store = await make();
      await store.append(key, [entry('a')]);
      await store.append(other, [entry('a')]);
      await store.append(sub, [entry('a'), entry('b')]);
      await store.append({ ...key, projectKey: '-elsewhere' }, [entry('c')]);
      expect([(await store.load(key))?.length, (await store.load(other))?.length, (await store.load(sub))?.length]).toEqual([1, 1, 2]);
    });

    it('is not changed through what it was given or gives', async () => {
      const store = await make();
      const given = entry('a', { list: [1] });
      await store.append(key, [given]);
      (given.list as number[]).push(2);
      const got = await store.load(key);
      (got![0]!.list as number[]).push(3);
      expect(await store.load(key)).toEqual([entry('a', { list: [1] })]);
    });

    it('lists the sessions of a project, without what stands beside them', async () => {
      const store = await make();
      if (!store.listSessions) return;
      await store.append(key, [entry('a')]);
      await store.append(sub, [entry('a')]);
      await store.append(other, [entry('a')]);
      const listed = await store.listSessions(key.projectKey);
      expect(listed.map(({ sessionId }) => sessionId).toSorted()).toEqual([key.sessionId, other.sessionId]);
      expect(listed.every(({ mtime }) => mtime > 0)).toBe(true);
      expect(await store.listSessions('-nowhere')).toEqual([]);
    });

    it('says what each session is about', async () => {
      const store = await make();
      if (!store.listSessionSummaries) return;
      const said = (words: string) => ({ cwd: '/home/me/project', message: { role: 'user', content: words } });
      await store.append(key, [entry('a', said('the first prompt')), entry('b', said('the second'))]);
      await store.append(key, [{ type: 'custom-title', customTitle: 'A title' }, entry('c', said('the third'))]);
      await store.append(sub, [entry('a', { isSidechain: true })]);
      expect(await store.listSessionSummaries(key.projectKey)).toEqual([
        {
          sessionId: key.sessionId,
          mtime: expect.any(Number),
          data: expect.objectContaining({
            firstPrompt: 'the first prompt',
            customTitle: 'A title',
            cwd: '/home/me/project',
            createdAt: Date.parse('2026-01-01T00:00:00.000Z'),
          }),
        },
      ]);
      expect(await store.listSessionSummaries('-nowhere')).toEqual([]);
    });

    it('lists what stands beside a session', async () => {
      const store = await make();
      if (!store.listSubkeys) return;
      await store.append(key, [entry('a')]);
      await store.append(sub, [entry('a')]);
      expect(await store.listSubkeys(key)).toEqual([sub.subpath]);
      expect(await store.listSubkeys(other)).toEqual([]);
    });

    it('deletes a session with everything beside it, and does not mind one that is not there', async () => {
      const store = await make();
      if (!store.delete) return;
      await store.append(key, [entry('a')]);
      await store.append(sub, [entry('a')]);
      await store.append(other, [entry('a')]);
      await store.delete(key);
      await store.delete(key);
      expect([await store.load(key), await store.load(sub), (await store.load(other))?.length]).toEqual([null, null, 1]);
      await store.append(key, [entry('a')]);
      expect(await store.load(key)).toEqual([entry('a')]);
    });
  });
}
