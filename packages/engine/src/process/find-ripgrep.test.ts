import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findRipgrep } from './find-ripgrep.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'inboard-rg-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const missing = () => Promise.reject(new Error('not installed'));

function program(path: string): string {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  chmodSync(path, 0o755);
  return path;
}

it('takes the one that is installed with us', async () => {
  program(join(folder, 'rg'));
  expect(await findRipgrep({ PATH: folder })).toMatch(/ripgrep/);
});

it('takes the first one on the path that can be run, from folders named in full', async () => {
  writeFileSync(join(folder, 'rg'), 'not to be run');
  const rg = program(join(folder, 'bin/rg'));
  expect(await findRipgrep({ PATH: `.:bin:${folder}:${join(folder, 'bin')}` }, missing)).toBe(rg);
});

it('says what to do when there is none', async () => {
  await expect(findRipgrep({ PATH: folder }, missing)).rejects.toThrow(/Install "@vscode\/ripgrep".*put rg on the path/);
});
