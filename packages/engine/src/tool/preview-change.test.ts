import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { previewChange } from './preview-change.js';

const folder = mkdtempSync(join(tmpdir(), 'inboard-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('previewChange', () => {
  it('shows an edit in the real file', async () => {
    const path = file('a.txt', 'one\r\ntwo\r\nthree\r\n');
    expect(await previewChange('Edit', { file_path: 'a.txt', old_string: 'two', new_string: '2' }, { cwd: folder, env: {} })).toEqual({
      path,
      isNew: false,
      hunks: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' one\r', '-two\r', '+2\r', ' three\r'] }],
    });
  });

  it('shows a new file, and one that is replaced', async () => {
    expect(await previewChange('Write', { file_path: 'new.txt', content: 'x\n' }, { cwd: folder, env: {} })).toMatchObject({
      isNew: true,
      hunks: [{ lines: ['+x'] }],
    });
    file('old.txt', 'a\nb\n');
    expect(await previewChange('Write', { file_path: 'old.txt', content: 'a\nc\n' }, { cwd: folder, env: {} })).toMatchObject({
      isNew: false,
      hunks: [{ lines: [' a', '-b', '+c'] }],
    });
  });

  it('says why a change cannot be shown', async () => {
    file('twice.txt', 'a a');
    file('binary', Buffer.from([0, 1, 2]));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const problem = async (tool: string, input: Record<string, unknown>) =>
      (await previewChange(tool, input, { cwd: folder, env: {} }))?.problem;
    expect(await problem('Edit', { file_path: 'twice.txt', old_string: 'a', new_string: 'b' })).toContain('2 times');
    expect(await problem('Edit', { file_path: 'missing', old_string: 'a', new_string: 'b' })).toBe('There is no such file.');
    expect(await problem('Write', { file_path: 'binary', content: 'b' })).toContain('not text');
    expect(await problem('Write', { file_path: 'pipe', content: 'b' })).toBe('It is not a plain file.');
  });

  it('has nothing to say of other calls', async () => {
    expect(await previewChange('Bash', { command: 'ls' }, { cwd: folder, env: {} })).toBeUndefined();
  });
});
