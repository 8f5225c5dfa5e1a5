import { describe, expect, it } from 'vitest';
import { suggestCommands, suggestFiles, wordAt } from './completion.js';
import { draftOf } from './editor.js';

describe('wordAt', () => {
  it.each([
    ['/', { kind: 'command', start: 0, text: '' }],
    ['/co', { kind: 'command', start: 0, text: 'co' }],
    ['/cost now', undefined],
    ['see /co', undefined],
    ['/usr/bin', undefined],
    ['@', { kind: 'file', start: 0, text: '' }],
    ['look at @src/a', { kind: 'file', start: 8, text: 'src/a' }],
    ['me@example', undefined],
    ['a\n@b', { kind: 'file', start: 2, text: 'b' }],
  ])('%j', (text, word) => {
    expect(wordAt(draftOf(text))).toEqual(word);
  });
});

describe('suggestions', () => {
  it('puts the same beginning first, then names inside, then anywhere, then letter by letter', () => {
    const files = ['lib/zconf.ts', 'docs/con.md', 'src/chat/on.ts', 'con', 'other'];
    expect(suggestFiles(files, 'con').map(({ label }) => label)).toEqual(['con', 'docs/con.md', 'lib/zconf.ts', 'src/chat/on.ts']);
    expect(suggestFiles(files, 'CON')[0]).toEqual({ insert: '@con ', label: 'con', hint: '', isWhole: false });
  });

  it('tells commands with arguments from those without', () => {
    const commands = [
      { name: 'cost', description: 'what it cost', argumentHint: '' },
      { name: 'compact', description: 'make room', argumentHint: '[what]' },
    ];
    expect(suggestCommands(commands, 'c')).toEqual([
      { insert: '/cost ', label: '/cost', hint: 'what it cost', isWhole: true },
      { insert: '/compact ', label: '/compact [what]', hint: 'make room', isWhole: false },
    ]);
  });
});
