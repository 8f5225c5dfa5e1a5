import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reply, text } from '@inboard/testing';
import { expect, test } from 'vitest';
import { place } from './run-cli.js';

const note = (event: string) => ({ hooks: [{ type: 'command', command: `cat >> ${event}.json` }] });
const settings = JSON.stringify({ hooks: { Setup: [note('setup')], SessionStart: [note('start')] } });

test.each([
  ['--init', 'init'],
  ['--maintenance', 'maintenance'],
])('%s runs the Setup hooks and then the prompt', async (flag, trigger) => {
  const { run, cwd, model } = await place();
  model.says(reply(text('ok')));
  expect(await run(['-p', 'go', flag, '--settings', settings])).toMatchObject({ code: 0, stdout: 'ok\n' });
  expect(JSON.parse(readFileSync(join(cwd, 'setup.json'), 'utf8'))).toMatchObject({ hook_event_name: 'Setup', trigger });
  expect(existsSync(join(cwd, 'start.json'))).toBe(true);
});

test('--init-only runs the hooks and ends', async () => {
  const { run, cwd, model } = await place();
  expect(await run(['--init-only', '--settings', settings])).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
  expect(JSON.parse(readFileSync(join(cwd, 'setup.json'), 'utf8'))).toMatchObject({ trigger: 'init' });
  expect(model.requests).toEqual([]);
});

test('--init-only says which hook failed', async () => {
  const { run } = await place();
  const broken = JSON.stringify({ hooks: { Setup: [{ hooks: [{ type: 'command', command: 'exit 3' }] }] } });
  const { code, stderr } = await run(['--init-only', '--settings', broken]);
  expect(code).toBe(1);
  expect(stderr).toBe('Setup:exit 3: it ended with exit code 3.\n');
});

test('without the flags no Setup hook runs', async () => {
  const { run, cwd, model } = await place();
  model.says(reply(text('ok')));
  await run(['-p', 'go', '--settings', settings]);
  expect(existsSync(join(cwd, 'setup.json'))).toBe(false);
});
