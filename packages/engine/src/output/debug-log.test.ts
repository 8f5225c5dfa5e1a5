import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { EngineOptions } from '../loop/session.js';
import { withDebugLog } from './debug-log.js';

const folder = mkdtempSync(join(tmpdir(), 'inboard-debug-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function log(more: Partial<EngineOptions>, ...lines: string[]): string[] {
  const written: string[] = [];
  const { debugLog } = withDebugLog({ cwd: '/', env: {}, debugLog: (line) => void written.push(line), ...more });
  for (const line of lines) debugLog!(line);
  return written.map((line) => line.replace(/^\S+ /, ''));
}

it('writes the time first, and only what was asked for', () => {
  const lines = ['permission a', 'MCP server b: x', 'hook c'];
  expect(log({}, ...lines)).toEqual(lines);
  expect(log({ debugFilter: 'mcp, hook' }, ...lines)).toEqual(['MCP server b: x', 'hook c']);
  expect(log({ debugFilter: '!mcp' }, ...lines)).toEqual(['permission a', 'hook c']);
});

it('never writes a secret', () => {
  const env = { MY_TOKEN: 'hunter22', SHORT_TOKEN: 'ab', ANTHROPIC_BASE_URL: 'http://localhost:1', DATABASE_URL: 'postgres://u:pass9@h/d' };
  expect(
    log(
      { env },
      'model uses hunter22 at http://localhost:1',
      'permission curl -H "Authorization: Bearer abcdefgh1234" https://me:word@host/',
      'hook sk-ant-api03-abcdefgh ghp_abcdefghijklmnop1234 about',
      'mcp postgres://u:pass9@h/d',
    ),
  ).toEqual([
    'model uses (secret) at http://localhost:1',
    'permission curl -H "Authorization: Bearer (secret)" https://me:(secret)@host/',
    'hook (secret) (secret) about',
    'mcp (secret)',
  ]);
});

it('writes to a file of its own, or says at once that it cannot', () => {
  const path = join(folder, 'deep/debug.txt');
  log({ debugFile: path }, 'hook one', 'hook two');
  expect(readFileSync(path, 'utf8')).toMatch(/^\S+Z hook one\n\S+Z hook two\n$/);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'a-file'), '');
  expect(() => withDebugLog({ cwd: '/', env: {}, debugFile: join(folder, 'a-file', 'x') })).toThrow(
    /^Option "debugFile": .* cannot be written/,
  );
});

it('is nothing when nobody asked', () => {
  const options = { cwd: '/', env: {} };
  expect(withDebugLog(options)).toBe(options);
});
