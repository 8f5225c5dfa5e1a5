import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Composer } from './composer.js';
import { FileSource } from './file-source.js';
import { History } from './history.js';
import { createStyle } from '../row/style.js';

const folder = mkdtempSync(join(tmpdir(), 'inboard-test-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'notes.md'), '');

function open() {
  const sent: string[] = [];
  const commands = [{ name: 'cost', description: 'what it cost', argumentHint: '' }];
  let changed: () => void = () => undefined;
  const composer = new Composer({
    style: createStyle({ colour: false }),
    history: new History(join(folder, 'none/history')),
    files: new FileSource(folder),
    commands: () => commands,
    onChange: () => changed(),
    onSubmit: (text) => sent.push(text),
  });
  const press = (...names: string[]) => {
    for (const name of names) composer.press(name.length === 1 ? { name: 'text', text: name } : { name });
  };
  return { composer, commands, sent, press, nextChange: () => new Promise<void>((resolve) => (changed = resolve)) };
}

const rows = (composer: Composer) => composer.live(30).rows.filter((row) => !row.startsWith('──'));

describe('Composer', () => {
  it('sends what was typed and keeps nothing of it', () => {
    const { composer, sent, press } = open();
    press('h', 'i', ' ', 'enter');
    expect([sent, composer.text, rows(composer)]).toEqual([['hi'], '', ['> ']]);
    press('enter', ' ', 'enter');
    expect(sent).toEqual(['hi']);
  });

  it('begins another line after a backslash', () => {
    const { composer, press } = open();
    press('a', '\\', 'enter', 'b');
    expect([composer.text, composer.live(30)]).toMatchObject(['a\nb', { cursor: { row: 2, column: 3 } }]);
    expect(rows(composer)).toEqual(['> a', '  b']);
  });

  it('shows commands that come to be known, and runs the one that is chosen', () => {
    const { composer, commands, sent, press } = open();
    press('/', 'c');
    commands.unshift({ name: 'clear', description: 'forget', argumentHint: '' });
    composer.refresh();
    expect(rows(composer).map((row) => row.slice(0, 8).trimEnd())).toEqual(['> /c', '❯ /cost', '  /clear']);
    press('enter');
    expect(sent).toEqual(['/cost']);
  });

  it('completes files once they were listed, and closes the list on escape', async () => {
    const { composer, press, nextChange } = open();
    const listed = nextChange();
    press('@', 'n');
    await listed;
    expect(composer.hasList).toBe(true);
    press('escape');
    expect(composer.hasList).toBe(false);
    press('o');
    expect(composer.hasList).toBe(false);
    press('backspace', 'backspace', 'backspace', '@', 't');
    expect(composer.hasList).toBe(true);
    press('tab');
    expect(composer.text).toBe('@notes.md ');
  });

  it('cuts a long line where the window ends', () => {
    const { composer, press } = open();
    press(...'word '.repeat(8).split(''));
    expect(rows(composer)).toEqual(['> word word word word word wo', '  rd word word ']);
  });
});
