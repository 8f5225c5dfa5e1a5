import { describe, expect, it } from 'vitest';
import { answerFor } from './answer.js';
import { call, type Topic } from './step.js';

const numbered = (...lines: string[]) => lines.map((line, index) => `${String(index + 1).padStart(6)}→${line}`).join('\n');
const answer = (tool: string, topic: Topic, text: string, isError = false) =>
  answerFor(call(tool, { path: 'x' }, '', topic) as never, { text, isError }, '/home/me'); // `call` makes calls

describe('answerFor', () => {
  const packageJson = numbered('{', '  "name": "thing",', '  "version": "1.2.3",', '  "scripts": {"test": "vitest"}', '}');

  it('answers from the fields of a JSON file', () => {
    expect(answer('Read', { kind: 'about', words: 'the version and the name' }, packageJson)).toBe(
      'The version is "1.2.3".\nThe name is "thing".',
    );
    expect(answer('Read', { kind: 'about', words: 'script' }, packageJson)).toBe('The scripts are {"test":"vitest"}.');
  });

  it('answers from the lines that mention it', () => {
    expect(answer('Read', { kind: 'about', words: 'the licence' }, numbered('# Thing', 'The licence is free.', 'bye'))).toBe(
      'The licence is free.',
    );
    expect(answer('Read', { kind: 'about', words: 'colour' }, numbered('# Thing'))).toBe(
      'It says nothing about colour. It begins:\n# Thing',
    );
  });

  it('summarises by headings, fields or first lines', () => {
    expect(answer('Read', { kind: 'summary' }, numbered('# Thing', '', 'It does things.', '## Use', 'so'))).toBe(
      'It does things.\nIts headings:\n# Thing\n## Use',
    );
    expect(answer('Read', { kind: 'summary' }, packageJson)).toBe(
      'The name is "thing".\nThe version is "1.2.3".\nIts fields: name, version, scripts.',
    );
    expect(answer('Read', { kind: 'summary' }, numbered('let a = 1;', 'let b = 2;'))).toBe(
      'It has 2 lines with text and begins:\nlet a = 1;\nlet b = 2;',
    );
  });

  it('counts', () => {
    expect(answer('Grep', { kind: 'lines' }, '/home/me/7/x:12\nFound 12 matches in 1 files.')).toBe('x has 12 lines.');
    expect(answer('Grep', { kind: 'lines' }, 'Nothing matches ^.')).toBe('x has 0 lines.');
    expect(answer('Glob', { kind: 'number-of-files' }, '/a\n/b')).toBe('There are 2 files.');
    expect(answer('Glob', { kind: 'number-of-files' }, '/a\n(the 100 newest of 345 files; use a narrower pattern for the others)')).toBe(
      'There are 345 files.',
    );
    expect(answer('Glob', { kind: 'number-of-files' }, 'No files match *.')).toBe('There are 0 files.');
  });

  it('names files from the working folder', () => {
    expect(answer('Glob', { kind: 'files' }, '/home/me/a.ts\n/home/me/b/c.ts')).toBe('Found 2 files:\na.ts\nb/c.ts');
    expect(answer('Glob', { kind: 'files' }, 'No files match *.')).toBe('No files were found.');
    expect(answer('Grep', { kind: 'matches' }, '/home/me/a.ts:3:foo()')).toBe('a.ts:3:foo()');
  });

  it('says what went wrong', () => {
    expect(answer('Read', { kind: 'show' }, 'There is no file /x.', true)).toBe('That did not work (Read): There is no file /x.');
  });
});
