import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeEach, expect, it } from 'vitest';
import type { TranscriptRecord } from '../record.js';
import { deleteSession, renameSession, tagSession } from './change-session.js';
import { getSessionInfo, listSessions } from './list-sessions.js';
import { readEnds } from './read-ends.js';
import { infoOf, learn, type SessionFacts } from './session-info.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-list-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let home: string;
let env: { CLAUDE_CONFIG_DIR: string };
beforeEach(() => {
  home = mkdtempSync(join(root, 'home-'));
  env = { CLAUDE_CONFIG_DIR: home };
});

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const transcript = (n: number) => join(home, 'sessions', id(n), 'transcript.jsonl');
const index = () => join(home, 'sessions', '.index.json');
const said = (words: string) => ({ type: 'user', uuid: words, cwd: '/work', message: { role: 'user', content: words } });

function put(n: number, ...records: object[]): void {
  mkdirSync(join(home, 'sessions', id(n)), { recursive: true });
  writeFileSync(transcript(n), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  utimesSync(transcript(n), n + 1, n + 1);
}

const many = 120;

it('keeps an index of many sessions and shows the same with it, without it and with one that is damaged', async () => {
  for (let n = 0; n < many; n += 1) put(n, said(`prompt ${n}`));
  const first = await listSessions({ env });
  expect(first.map(({ summary }) => summary)).toEqual(Array.from({ length: many }, (_, n) => `prompt ${many - 1 - n}`));
  expect(statSync(index()).mode & 0o777).toBe(0o600);
  expect(await listSessions({ env })).toEqual(first);
  expect(await listSessions({ env, limit: 2, offset: 1 })).toEqual(first.slice(1, 3));
  for (const content of [
    '',
    '{"version":1',
    '{"version":1,"entries":null}',
    '{"version":2,"entries":{}}',
    `{"version":1,"entries":{"${id(0)}":7}}`,
  ]) {
    writeFileSync(index(), content);
    expect(await listSessions({ env })).toEqual(first);
  }
});

it('is not taken in by its index when a session has grown, was renamed or is gone', async () => {
  for (let n = 0; n < many; n += 1) put(n, said(`prompt ${n}`));
  await listSessions({ env });
  appendFileSync(transcript(3), `${JSON.stringify({ type: 'custom-title', customTitle: 'grown' })}\n`);
  await renameSession(id(4), 'renamed', { env });
  rmSync(join(home, 'sessions', id(5)), { recursive: true });
  const listed = await listSessions({ env });
  const summaryOf = (n: number) => listed.find(({ sessionId }) => sessionId === id(n))?.summary;
  expect([summaryOf(3), summaryOf(4), summaryOf(5), summaryOf(6)]).toEqual(['grown', 'renamed', undefined, 'prompt 6']);
  await deleteSession(id(6), { env });
  expect(existsSync(index()) && readFileSync(index(), 'utf8').includes('prompt 6')).toBe(false);
});

it('shows one that cannot be read as such, and the others', async () => {
  put(1, said('fine'));
  put(2, said('secret'));
  rmSync(transcript(2));
  mkdirSync(transcript(2)); // no file: left out
  put(3, said('x'));
  writeFileSync(transcript(3), Buffer.from([0xff, 0xfe, 10, 123, 10]));
  expect((await listSessions({ env })).map(({ summary }) => summary)).toEqual(['fine']);
  expect(readEnds({ sessionId: id(9), path: join(home, 'sessions', id(1)) })).toMatchObject({
    sessionId: id(9),
    summary: expect.stringMatching(/^\(cannot be read: EISDIR/),
  });
  expect(readEnds({ sessionId: id(9), path: join(home, 'nowhere') })).toBeUndefined();
});

it('says of a transcript of any length what all of its records say', async () => {
  const filler = fc
    .integer({ min: 0, max: 3000 })
    .map((length) => ({ type: 'assistant', message: { role: 'assistant', content: 'x'.repeat(length) } }));
  const title = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => text.trim() !== '');
  const label = fc.oneof(
    title.map((text) => ({ kind: 'title' as const, text })),
    fc.option(title, { nil: null }).map((tag) => ({ kind: 'tag' as const, tag })),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ arbitrary: filler, weight: 5 }, { arbitrary: label, weight: 1 }), { maxLength: 60 }),
      async (steps) => {
        put(1, said('the first prompt'));
        for (const step of steps) {
          if (!('kind' in step)) appendFileSync(transcript(1), `${JSON.stringify(step)}\n`);
          else if (step.kind === 'title') await renameSession(id(1), step.text, { env });
          else await tagSession(id(1), step.tag, { env });
        }
        const facts: SessionFacts = {};
        for (const line of readFileSync(transcript(1), 'utf8').trim().split('\n')) learn(facts, JSON.parse(line) as TranscriptRecord);
        const { mtimeMs, size } = statSync(transcript(1));
        const { createdAt: _, ...expected } = infoOf(id(1), facts, { mtime: mtimeMs, size })!;
        const { createdAt: __, ...shown } = (await getSessionInfo(id(1), { env }))!;
        expect(shown).toEqual(expected);
        rmSync(join(home, 'sessions', id(1)), { recursive: true });
      },
    ),
    { numRuns: 40 },
  );
});
