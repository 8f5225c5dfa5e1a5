import { describe, expect, it } from 'vitest';
import { bash, edit } from '../../../test/support/sample-questions.js';
import { cardRows } from './permission-card.js';
import { createStyle } from './row/style.js';

const look = { preview: undefined, cwd: '/home/me', width: 60, style: createStyle({ colour: false }) };

describe('cardRows', () => {
  it('shows the whole command, everything that changes how it runs, and why it is asked', () => {
    expect(cardRows(bash, look)).toEqual([
      '╭ Bash wants to run: Run the tests',
      '│ $ npm test',
      '│ rm -rf x',
      '│ timeout: 5',
      '│ Why you are asked: no rule approves npm test. (step',
      '│ askRules, rule Bash(npm *) from project)',
      '╰',
    ]);
  });

  it('shows a change as a diff', () => {
    const hunks = [{ oldStart: 9, oldLines: 2, newStart: 9, newLines: 2, lines: [' x\t1\r', '-a', '+b\u001b[2J'] }];
    expect(cardRows(edit, { ...look, preview: { path: '/home/me/a.txt', isNew: false, hunks } })).toEqual([
      '╭ Edit wants to change a.txt',
      '│  9   x    1',
      '│ 10 - a',
      '│ 10 + b\\u001b[2J',
      '│ Why you are asked: no rule decides',
      '╰',
    ]);
  });

  it('shows the call when there is no diff to show', () => {
    const rows = cardRows(edit, {
      ...look,
      preview: { path: '/home/me/a.txt', isNew: false, hunks: [], problem: 'There is no such file.' },
    });
    expect(rows.slice(1, 5)).toEqual(['│ file_path: /home/me/a.txt', '│ old_string: a', '│ new_string: b', '│ There is no such file.']);
  });

  it('says how much it does not show, and shows it when asked', () => {
    const long = { ...bash, input: { command: 'true\n'.repeat(300) } };
    expect(cardRows(long, look).join('\n')).toContain('181 more rows are not shown');
    expect(cardRows(long, { ...look, whole: true })).toHaveLength(305);
  });

  it('makes control characters in every part visible', () => {
    const evil = '\u001b]0;x\u0007';
    const rows = cardRows({ ...bash, tool_name: `x${evil}`, input: { [evil]: evil }, decision_reason: evil }, look);
    expect(rows.join('')).not.toMatch(/[\u0007\u001b]/);
  });
});
