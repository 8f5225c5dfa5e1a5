import { describe, expect, it } from 'vitest';
import { createStyle } from './style.js';
import { callSubject, endedRow, runningRow, seconds } from './tool-line.js';

const look = { cwd: '/home/me', now: 5000, width: 60, style: createStyle({ colour: false }) };
const call = (name: string, input: Record<string, unknown>) => ({ name, input, startedAt: 2500 });

describe('callSubject', () => {
  it.each([
    ['Bash', { command: 'a\nb\u001b[2J', timeout: 3 }, 'a⏎b\\u001b[2J'],
    ['Read', { file_path: '/home/me/src/a.ts' }, 'src/a.ts'],
    ['Read', { file_path: '/etc/passwd' }, '/etc/passwd'],
    ['mcp__x__y', { a: 'one', b: { c: 2 } }, 'one {"c":2}'],
    ['constructor', {}, ''],
  ])('%s %j: %s', (name, input, subject) => {
    expect(callSubject(name, input, look.cwd)).toBe(subject);
  });
});

describe('rows', () => {
  it('say what runs and for how long', () => {
    expect(runningRow(call('Bash', { command: 'npm test' }), { ...look, mark: '◐' })).toBe('◐ Bash npm test · 2.5 s');
    expect(runningRow({ ...call('Task', { description: 'look' }), activity: 'Read a.ts' }, { ...look, mark: '◐' })).toBe(
      '◐ Task look · Read a.ts · 2.5 s',
    );
  });

  it('say how it ended', () => {
    const end = { text: 'one\ntwo\n', isError: false, report: undefined };
    const patch = [{ lines: ['+a', '+b', '-c', ' d'] }];
    expect(endedRow(call('Read', { file_path: 'a' }), end, look)).toBe('✓ Read a · 2.5 s · 2 lines');
    expect(endedRow(call('Edit', { file_path: 'a' }), { ...end, report: { structuredPatch: patch } }, look)).toBe(
      '✓ Edit a · 2.5 s · +2 −1',
    );
    expect(endedRow(call('Bash', { command: 'x' }), { ...end, text: 'no\nmore', isError: true }, look)).toBe('✗ Bash x · 2.5 s · no');
    expect(endedRow(call('Bash', { command: 'x' }), { ...end, text: ' \n' }, look)).toBe('✓ Bash x · 2.5 s · no output');
  });

  it('fit the width', () => {
    expect(endedRow(call('Bash', { command: 'x'.repeat(100) }), { text: 'ok', isError: false, report: 0 }, look)).toBe(
      `✓ Bash ${'x'.repeat(28)}… · 2.5 s · 2 characters`,
    );
  });
});

it('times are for people', () => {
  expect([400, 9940, 12_300, 185_000].map(seconds)).toEqual(['0.4 s', '9.9 s', '12 s', '3 min 5 s']);
});
