import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, edit, emptyDraft, type Draft } from './editor.js';

/** A draft from a text that marks the cursor with `|`. */
const draft = (marked: string): Draft => ({ text: marked.replace('|', ''), cursor: marked.indexOf('|'), killed: '' });
const marked = ({ text, cursor }: Draft) => `${text.slice(0, cursor)}|${text.slice(cursor)}`;
const after = (from: string, ...names: string[]) =>
  marked(names.reduce((state, name) => edit(state, name.length === 1 ? { name: 'text', text: name } : { name }) ?? state, draft(from)));

describe('edit', () => {
  it.each([
    ['he|o', ['l', 'l'], 'hell|o'],
    ['a👩‍👧b|', ['left', 'left', 'x'], 'ax|👩‍👧b'],
    ['a👩‍👧|b', ['backspace'], 'a|b'],
    ['|é!', ['delete'], '|!'],
    ['one two|', ['ctrl+a', 'x'], 'x|one two'],
    ['|one\ntwo', ['ctrl+e', 'right', 'end'], 'one\ntwo|'],
    ['one two three|', ['ctrl+left', 'ctrl+left'], 'one |two three'],
    ['|one, two', ['alt+f', 'alt+f'], 'one, two|'],
    ['one two|', ['ctrl+w', 'ctrl+w'], '|'],
    ['one/two|', ['alt+backspace'], 'one/|'],
    ['one |two', ['ctrl+k'], 'one |'],
    ['one|\ntwo', ['ctrl+k'], 'one|two'],
    ['one\ntwo|', ['ctrl+u', 'ctrl+u'], 'one\n|'],
    ['one two|', ['ctrl+w', 'ctrl+a', 'ctrl+y'], 'two|one '],
    ['a|', ['alt+enter', 'b'], 'a\nb|'],
    ['a|', ['ctrl+j'], 'a\n|'],
    ['long\nab|\nlonger', ['up'], 'lo|ng\nab\nlonger'],
    ['long|\nab\nlonger', ['down', 'down'], 'long\nab\nlo|nger'],
    ['ab|c', ['ctrl+d'], 'ab|'],
  ])('%s and %j: %s', (from, names, expected) => {
    expect(after(from, ...names)).toBe(expected);
  });

  it('leaves keys alone that mean something else', () => {
    expect(['enter', 'tab', 'escape', 'ctrl+c', 'constructor'].map((name) => edit(draftOf('x'), { name }))).toEqual(
      Array(5).fill(undefined),
    );
    expect([edit(emptyDraft, { name: 'ctrl+d' }), edit(draftOf('one line'), { name: 'up' })]).toEqual([undefined, undefined]);
  });

  it('takes a paste as it is', () => {
    expect(edit(draft('a|b'), { name: 'paste', text: 'x\ny' })).toEqual({ text: 'ax\nyb', cursor: 4, killed: '' });
  });

  it('keeps the cursor inside the text', () => {
    const key = fc.constantFrom(
      'left',
      'right',
      'up',
      'down',
      'home',
      'end',
      'backspace',
      'delete',
      'ctrl+w',
      'ctrl+k',
      'ctrl+u',
      'ctrl+y',
      'alt+b',
      'alt+f',
      'alt+d',
      'alt+enter',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(key), (text, names) => {
        const end = names.reduce((state, name) => edit(state, { name }) ?? state, draftOf(text));
        expect(end.cursor).toBeGreaterThanOrEqual(0);
        expect(end.cursor).toBeLessThanOrEqual(end.text.length);
      }),
    );
  });
});
