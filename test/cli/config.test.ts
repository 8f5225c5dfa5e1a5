import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { putFiles } from '../put-files.js';
import { place, type Place } from './run-cli.js';

const settingsOf = (folder: string, name = 'settings.json') => JSON.parse(readFileSync(join(folder, '.claude', name), 'utf8')) as unknown;

async function config(here: Place, ...words: string[]): Promise<string> {
  const { code, stdout, stderr } = await here.run(['config', ...words]);
  return code === 0 ? stdout : stderr;
}

it('sets, adds, gets and removes settings, each in the file that was named', async () => {
  const here = await place();
  await config(here, 'set', 'model', 'haiku');
  await config(here, 'set', 'permissions.defaultMode', 'plan', '--scope', 'project');
  await config(here, 'set', 'env.COUNT', '3', '--scope=local');
  await config(here, 'set', 'alwaysThinkingEnabled', 'false');
  await config(here, 'set', 'theme', 'dark');
  await config(here, 'add', 'permissions.allow', 'Bash(ls *)', 'Read', 'Read');
  expect(settingsOf(here.home)).toEqual({
    model: 'haiku',
    alwaysThinkingEnabled: false,
    theme: 'dark',
    permissions: { allow: ['Bash(ls *)', 'Read'] },
  });
  expect(settingsOf(here.cwd)).toEqual({ permissions: { defaultMode: 'plan' } });
  expect(settingsOf(here.cwd, 'settings.local.json')).toEqual({ env: { COUNT: '3' } });
  expect(await config(here, 'get', 'model')).toBe('"haiku"\n');
  expect(JSON.parse(await config(here, 'get', 'permissions.allow'))).toEqual(['Bash(ls *)', 'Read']);
  expect(await config(here, 'get', 'permissions.defaultMode', '--scope', 'project')).toBe('"plan"\n');
  expect(await config(here, 'get', 'agent')).toBe('inboard: agent is not set.\n');
  expect(await config(here, 'list', '--scope', 'user')).toBe(
    'alwaysThinkingEnabled  false\nmodel  "haiku"\npermissions.allow[]  "Bash(ls *)"\npermissions.allow[]  "Read"\ntheme  "dark"\n',
  );
  expect(await config(here, 'list')).toContain(`(user: ${join(here.home, '.claude/settings.json')})`);
  await config(here, 'remove', 'permissions.allow', 'Read');
  await config(here, 'remove', 'model');
  expect(settingsOf(here.home)).toEqual({ alwaysThinkingEnabled: false, theme: 'dark', permissions: { allow: ['Bash(ls *)'] } });
});

it.each([
  [['set', 'modle', 'x'], 'inboard: There is no setting "modle". Did you mean "model"? docs/settings.md lists them.\n'],
  [
    ['add', 'permissions.alow', 'x'],
    'inboard: There is no setting "permissions.alow". Did you mean "permissions.allow"? docs/settings.md lists them.\n',
  ],
  [['set', 'respectGitignore', 'perhaps'], /^inboard: Not written: .*settings\.json: respectGitignore: /],
  [['set', 'permissions.allow', 'Bash'], /^inboard: Not written: .*settings\.json: permissions\.allow: /],
  [['set', 'model'], 'inboard: "inboard config set model" needs one value.\n'],
  [['add', 'model', 'x'], 'inboard: "model" is no list: use "inboard config set" or "inboard config remove" without a value.\n'],
  [['get'], 'inboard: "inboard config get" needs the name of a setting.\n'],
  [['list', '--scope', 'managed'], 'inboard: --scope is user, project or local, not "managed".\n'],
  [['list', '--json'], 'inboard: Unknown flag --json. "inboard config --help" lists the flags.\n'],
])('says what is wrong with %j and writes nothing', async (words, said) => {
  const here = await place();
  await putFiles(here.home, { '.claude/settings.json': '{"model": "opus"}' });
  const answer = await config(here, ...words);
  if (typeof said === 'string') expect(answer).toBe(said);
  else expect(answer).toMatch(said);
  expect(settingsOf(here.home)).toEqual({ model: 'opus' });
});

it('leaves a broken file and a link as they are', async () => {
  const here = await place();
  await putFiles(here.home, { '.claude/settings.json': '{"model": }', 'elsewhere.json': '{}' });
  await putFiles(here.cwd, { '.claude/x': '' });
  symlinkSync(join(here.home, 'elsewhere.json'), join(here.cwd, '.claude/settings.json'));
  expect(await config(here, 'set', 'model', 'haiku')).toMatch(
    /^inboard: Nothing was changed: .*settings\.json:1: is not valid JSON .*Mend the file first\.\n$/,
  );
  expect(await config(here, 'set', 'model', 'haiku', '--scope', 'project')).toMatch(/^inboard: Nothing was changed: .* is a link/);
  expect(readFileSync(join(here.home, '.claude/settings.json'), 'utf8')).toBe('{"model": }');
  expect(readFileSync(join(here.home, 'elsewhere.json'), 'utf8')).toBe('{}');
});
