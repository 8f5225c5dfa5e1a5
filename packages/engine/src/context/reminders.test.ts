import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createToolState } from '../tool/state.js';
import { Reminders } from './reminders.js';

const state = () => createToolState({ cwd: '/', remember: () => undefined });
const sourceOf = (blocks: { text: string }[]) => blocks.map(({ text }) => /source="([^"]+)"/.exec(text)![1]);

it('speaks of plan mode while it is on and once when it is over', async () => {
  const reminders = new Reminders();
  const said = [];
  for (const mode of ['default', 'plan', 'plan', 'default', 'default'] as const)
    said.push((await reminders.forPrompt(state(), mode)).length);
  expect(said).toEqual([0, 1, 1, 1, 0]);
});

it('speaks of a file that has changed, once per change', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-changed-'));
  const path = join(folder, 'a.txt');
  writeFileSync(path, 'one');
  const seen = state();
  seen.files.set(path, { hash: createHash('sha256').update('one').digest('hex'), partial: false });
  const reminders = new Reminders();
  expect(await reminders.forPrompt(seen, 'default')).toEqual([]);
  writeFileSync(path, 'two');
  const [block] = await reminders.forPrompt(seen, 'default');
  expect(block!.text).toContain(path);
  expect(await reminders.forPrompt(seen, 'default')).toEqual([]);
  rmSync(folder, { recursive: true });
  expect(sourceOf(await reminders.forPrompt(seen, 'default'))).toEqual(['changed files']);
});

it('speaks of things to do after ten batches without a word on them', () => {
  const busy = state();
  const reminders = new Reminders();
  const batches = (count: number) => Array.from({ length: count }, () => reminders.afterCalls(['Read'], busy).length);
  expect(batches(12)).toEqual(Array.from({ length: 12 }, () => 0));
  busy.todos = [{ content: 'test it', status: 'pending', activeForm: 'testing' }];
  expect(batches(10)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(batches(5)).toEqual([0, 0, 0, 0, 0]);
  reminders.afterCalls(['TodoWrite'], busy);
  expect(batches(9)).not.toContain(1);
});
