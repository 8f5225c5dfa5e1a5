import { describe, expect, it } from 'vitest';
import { engineOptions, options } from './options.js';
import type { OptionRow } from './row.js';

const rows = Object.entries(options as Record<string, OptionRow>);

describe('the option table', () => {
  it('has the 46 options of the second version and eight of the third', () => {
    expect(rows).toHaveLength(54);
  });

  it.each(rows)('says what %s is for, in a sentence, and what holds without it', (_, row) => {
    expect(row.doc).toMatch(/^[`A-Z0-9].*\.$/);
    expect(row.doc.length).toBeLessThan(120);
    expect(row.default).not.toBe('');
  });

  it('gives every flag to one option only', () => {
    const flags = rows.flatMap(([, row]) => (row.flag ? [row.flag.name, ...row.flag.aliases] : []));
    expect(new Set(flags).size).toBe(flags.length);
    expect(flags.filter((flag) => !/^(--[a-zA-Z][a-zA-Z-]*|-[a-z])$/.test(flag))).toEqual([]);
  });

  it('builds no schema before it is asked for, and then one', () => {
    for (const [, row] of rows) expect(row.schema()).toBe(row.schema());
  });
});

it('says which options stay with the host', () => {
  expect(rows.flatMap(([name, { host }]) => (host ? [name] : []))).toEqual([
    'abortController',
    'canUseTool',
    'executable',
    'executableArgs',
    'extraArgs',
    'hooks',
    'onElicitation',
    'pathToClaudeCodeExecutable',
    'stderr',
    'spawnClaudeCodeProcess',
  ]);
  expect(engineOptions({ model: 'haiku', stderr: () => undefined, extraArgs: {} })).toEqual({ model: 'haiku' });
});
