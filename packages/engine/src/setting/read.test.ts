import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from './read.js';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'inboard-settings-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function problemOf(make: (path: string) => void): string {
  const path = join(folder, 'settings.json');
  rmSync(path, { recursive: true, force: true });
  make(path);
  const read = readSettings(path);
  return 'problem' in read ? read.problem.replace(folder, '') : 'absent' in read ? 'absent' : 'read';
}

it.each<[string, (path: string) => void, string | RegExp]>([
  ['nothing', () => undefined, 'absent'],
  ['a folder', (path) => mkdirSync(path), 'absent'],
  ['a pipe, without waiting for it', (path) => execFileSync('mkfifo', [path]), '/settings.json: is not a regular file'],
  ['a circle of links', (path) => symlinkSync(path, path), /^\/settings\.json: cannot be read \(.*ELOOP/],
  ['bytes', (path) => writeFileSync(path, 'a\0b'), '/settings.json: is not a text file'],
  [
    'too much',
    (path) => writeFileSync(path, `{"x": "${'y'.repeat(2 * 1024 * 1024)}"}`),
    /^\/settings\.json: has \d+ bytes; at most 2097152 are read$/,
  ],
  ['half of it', (path) => writeFileSync(path, '{\n"model": "x",'), '/settings.json:2: is not valid JSON (it ends too early)'],
  ['a list', (path) => writeFileSync(path, '[]'), /^\/settings\.json: /],
  ['a wrong type', (path) => writeFileSync(path, '{"permissions": {"deny": "Bash"}}'), /^\/settings\.json: permissions\.deny: /],
  ['deep nesting', (path) => writeFileSync(path, `{"x": ${'['.repeat(5000)}${']'.repeat(5000)}}`), 'read'],
  ['a byte order mark', (path) => writeFileSync(path, '\uFEFF{"model": "x"}'), 'read'],
])('says in one line what is wrong with %s', (_, make, expected) => {
  const problem = problemOf(make);
  if (typeof expected === 'string') expect(problem).toBe(expected);
  else expect(problem).toMatch(expected);
  expect(problem).not.toContain('\n');
});
