import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { History } from './history.js';

const folder = mkdtempSync(join(tmpdir(), 'inboard-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('History', () => {
  it('goes back and forth, and returns to what was being written', () => {
    const history = new History(join(folder, 'a'));
    for (const text of ['one', 'two\nlines', 'two\nlines', '  ']) history.add(text);
    expect([history.older('draft'), history.older('x'), history.older('x')]).toEqual(['two\nlines', 'one', undefined]);
    expect([history.newer(), history.newer(), history.newer()]).toEqual(['two\nlines', 'draft', undefined]);
  });

  it('is there again in the next chat, and skips what is damaged', () => {
    const path = join(folder, 'deep/b');
    new History(path).add('kept');
    expect([readFileSync(path, 'utf8'), statSync(path).mode & 0o777]).toEqual(['"kept"\n', 0o600]);
    writeFileSync(path, '"kept"\n{"no":1}\n"torn');
    const again = new History(path);
    expect([again.older(''), again.older('')]).toEqual(['kept', undefined]);
  });

  it('stays small', () => {
    const path = join(folder, 'c');
    writeFileSync(path, Array.from({ length: 1000 }, (_, index) => `"${index}"\n`).join(''));
    new History(path).add('last');
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(501);
  });

  it('does without a file that cannot be written', () => {
    writeFileSync(join(folder, 'file'), '');
    const history = new History(join(folder, 'file/below'));
    history.add('one');
    expect([history.older(''), existsSync(join(folder, 'file/below'))]).toEqual(['one', false]);
  });
});
