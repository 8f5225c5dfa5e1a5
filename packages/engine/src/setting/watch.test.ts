import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { watchSettings } from './watch.js';

const folder = mkdtempSync(join(tmpdir(), 'inboard-watch-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('names each file that came, changed or went, once', () => {
  const path = join(folder, '.claude', 'settings.json');
  const changes = watchSettings({
    cwd: folder,
    env: { CLAUDE_CONFIG_DIR: join(folder, 'config') },
    managedFolder: join(folder, 'managed'),
  });
  const change = [{ source: 'project_settings', path }];
  expect(changes()).toEqual([]);
  mkdirSync(join(folder, '.claude'));
  writeFileSync(path, '{}');
  expect(changes()).toEqual(change);
  expect(changes()).toEqual([]);
  writeFileSync(path, '{"model": "x"}');
  expect(changes()).toEqual(change);
  rmSync(path);
  expect(changes()).toEqual(change);
});
