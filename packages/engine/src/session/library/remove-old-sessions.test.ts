import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { lockSession } from '../lock.js';
import { linkTranscript } from '../project-link.js';
import { removeOldSessions } from './remove-old-sessions.js';

const root = mkdtempSync(join(tmpdir(), 'inboard-old-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const now = new Date('2026-06-30T00:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
let env: { CLAUDE_CONFIG_DIR: string };
let sessions: string;
beforeEach(() => {
  env = { CLAUDE_CONFIG_DIR: mkdtempSync(join(root, 'home-')) };
  sessions = join(env.CLAUDE_CONFIG_DIR, 'sessions');
});

function put(n: number, usedDaysAgo: number): string {
  const folder = join(sessions, id(n));
  mkdirSync(folder, { recursive: true });
  const transcript = join(folder, 'transcript.jsonl');
  writeFileSync(transcript, '{}\n');
  linkTranscript(env, '/work', id(n), transcript);
  utimesSync(transcript, daysAgo(usedDaysAgo), daysAgo(usedDaysAgo));
  return folder;
}

const run = (more: { days?: number; now?: Date; signal?: AbortSignal } = {}) =>
  removeOldSessions(env, { days: 30, now, signal: new AbortController().signal, ...more });

it('removes what was not used for long, under both names, and nothing else', async () => {
  put(1, 31);
  put(2, 29);
  put(3, -400); // a clock that was ahead
  const foreign = join(env.CLAUDE_CONFIG_DIR, 'projects', '-work', `${id(9)}.jsonl`);
  writeFileSync(foreign, '{}\n');
  utimesSync(foreign, daysAgo(99), daysAgo(99));
  mkdirSync(join(sessions, `.removed-${id(8)}`));
  mkdirSync(join(sessions, 'not-a-session'));
  writeFileSync(join(sessions, '.index.json'), '{}');
  expect(await run()).toEqual([id(1)]);
  expect(readdirSync(sessions).toSorted()).toEqual(['.cleaned', id(2), id(3), 'not-a-session'].toSorted());
  expect(readdirSync(join(env.CLAUDE_CONFIG_DIR, 'projects', '-work')).toSorted()).toEqual([2, 3, 9].map((n) => `${id(n)}.jsonl`));
});

it('leaves alone what is open', async () => {
  const release = await lockSession(put(1, 90), { waitMs: 0 });
  expect(await run()).toEqual([]);
  release();
  expect(await run({ now: new Date(now.getTime() + 2 * 24 * 60 * 60 * 1000) })).toEqual([id(1)]);
});

it('does so once a day, also when many begin at once', async () => {
  put(1, 31);
  const outcomes = await Promise.all([run(), run(), run()]);
  expect(outcomes.flat()).toEqual([id(1)]);
  put(2, 31);
  expect(await run()).toEqual([]);
  expect(await run({ now: daysAgo(-2) })).toEqual([id(2)]);
});

it('stops when its session ends, and goes on the next time', async () => {
  put(1, 31);
  expect(await run({ signal: AbortSignal.abort() })).toEqual([]);
  expect([existsSync(join(sessions, id(1))), existsSync(join(sessions, '.cleaned'))]).toEqual([true, false]);
  expect(await run()).toEqual([id(1)]);
});
