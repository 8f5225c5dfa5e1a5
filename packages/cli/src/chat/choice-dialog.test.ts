import { describe, expect, it } from 'vitest';
import { ChoiceDialog, type ChoiceOptions, type Picked } from './choice-dialog.js';
import { createStyle } from '../row/style.js';

const choices = [
  { label: 'Yes', letter: 'y', value: 'yes' },
  { label: 'Maybe', value: 'maybe', hint: 'who knows' },
  { label: 'No', letter: 'n', value: 'no', takesWords: true },
];

function open(options: Partial<ChoiceOptions<string>> = {}) {
  const picked: Picked<string>[] = [];
  const dialog = new ChoiceDialog({
    title: 'Well?',
    choices,
    style: createStyle({ colour: false }),
    onDone: (each) => picked.push(each),
    ...options,
  });
  const press = (...names: string[]) => {
    for (const name of names) dialog.press(name.length === 1 ? { name: 'text', text: name } : { name });
  };
  return { dialog, picked, press };
}

describe('ChoiceDialog', () => {
  it('shows the choices and where the person is', () => {
    const { dialog, press } = open();
    press('down');
    expect(dialog.live(40, 20)).toEqual({
      rows: ['Well?', '  1. Yes', '❯ 2. Maybe  who knows', '  3. No', '↑↓ or a number · enter · esc stop'],
    });
  });

  it.each([
    ['a letter', ['y'], { values: ['yes'], words: '' }],
    ['a number', ['2'], { values: ['maybe'], words: '' }],
    ['arrows', ['down', 'enter'], { values: ['maybe'], words: '' }],
    ['words, of which none is a choice', ['n', 'y', '1', 'enter'], { values: ['no'], words: 'y1' }],
    ['escape', ['escape'], { values: [], words: '' }],
    ['ctrl+c', ['n', 'x', 'ctrl+c'], { values: [], words: '' }],
  ])('is answered by %s', (_, names, expected) => {
    const { picked, press } = open();
    press(...names);
    expect(picked).toEqual([expected]);
  });

  it('puts the cursor behind the words', () => {
    const { dialog, press } = open();
    press('n', 'o', 'k');
    expect(dialog.live(40, 20)).toMatchObject({ cursor: { row: 3, column: 11 } });
    expect(dialog.live(40, 20).rows[3]).toBe('❯ 3. No: ok');
  });

  it('lets several be checked, or takes the one it stands on', () => {
    const several = open({ several: true });
    several.press(' ', 'down', ' ', 'enter');
    const one = open({ several: true });
    one.press('down', 'enter');
    const words = open({ several: true });
    words.press(' ', '3', 'x', 'enter');
    expect([several.picked, one.picked, words.picked]).toEqual([
      [{ values: ['yes', 'maybe'], words: '' }],
      [{ values: ['maybe'], words: '' }],
      [{ values: ['yes', 'no'], words: 'x' }],
    ]);
  });

  it('narrows a list by what is typed, and shows a part of a long one', () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ label: `item ${index}`, value: String(index) }));
    const { dialog, picked, press } = open({ choices: many, filter: true });
    expect(dialog.live(40, 12).rows).toHaveLength(11);
    press('4', '9');
    expect(dialog.live(40, 12).rows).toEqual(['Well?', 'search: 49', '❯ item 49', '↑↓ choose · type to search · enter open · esc leave']);
    press('enter');
    expect(picked).toEqual([{ values: ['49'], words: '' }]);
  });
});
