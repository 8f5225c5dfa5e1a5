import fc from 'fast-check';
import { tools } from '@inboard/wire';
import { describe, expect, it } from 'vitest';
import { planSteps } from './plan.js';

const list = { pattern: '{*,*/*}' };
const grep = (pattern: string, more = {}) => ({ pattern, output_mode: 'content', ...more });
const lines = (path: string) => ({ pattern: '^', path, output_mode: 'count' });
const bash = (command: string) => ({ command, description: 'Run a command' });

/** What people type first, and the calls it leads to. */
const understood: Record<string, [tool: string, input: object][]> = {
  'what files are here?': [['Glob', list]],
  'List the files': [['Glob', list]],
  'ls src/': [['Glob', { ...list, path: 'src' }]],
  'show me the files in src': [['Glob', { ...list, path: 'src' }]],
  "what's in this folder?": [['Glob', list]],
  'please could you list the files?': [['Glob', list]],
  'find *.ts': [['Glob', { pattern: '**/*.ts' }]],
  'find all TypeScript files': [['Glob', { pattern: '**/*.ts' }]],
  'where is package.json?': [['Glob', { pattern: '**/package.json' }]],
  'is there a README?': [['Glob', { pattern: '**/*README*' }]],
  'which files end in .md': [['Glob', { pattern: '**/*.md' }]],
  'how many files are there?': [['Glob', { pattern: '**/*' }]],
  'how many files are in src?': [['Glob', { pattern: '**/*', path: 'src' }]],
  'how many ts files are there?': [['Glob', { pattern: '**/*.ts' }]],
  'count files matching **/*.ts': [['Glob', { pattern: '**/*.ts' }]],
  'how many lines does README.md have?': [['Grep', lines('README.md')]],
  'count the lines of src/a.ts': [['Grep', lines('src/a.ts')]],
  'show me README.md': [['Read', { file_path: 'README.md' }]],
  "what's in package.json?": [['Read', { file_path: 'package.json' }]],
  'Can you show me the contents of package.json?': [['Read', { file_path: 'package.json' }]],
  'read package.json and tell me the name': [['Read', { file_path: 'package.json' }]],
  'what does package.json say about the version': [['Read', { file_path: 'package.json' }]],
  'show the version in package.json': [['Read', { file_path: 'package.json' }]],
  'summarise README.md': [['Read', { file_path: 'README.md' }]],
  'what does this project do?': [['Read', { file_path: 'README.md' }]],
  'read "my notes.txt"': [['Read', { file_path: 'my notes.txt' }]],
  'README.md': [['Read', { file_path: 'README.md' }]],
  'search for "a.b(c)" in src': [['Grep', grep(String.raw`a\.b\(c\)`, { path: 'src' })]],
  'where is foo used': [['Grep', grep('foo')]],
  'who calls runTurn?': [['Grep', grep('runTurn')]],
  'which files mention TODO?': [['Grep', grep('TODO')]],
  'grep foo src': [['Grep', grep('foo', { path: 'src' })]],
  'does anything use foo?': [['Grep', grep('foo')]],
  'how many times does foo appear in src?': [['Grep', { pattern: 'foo', output_mode: 'count', path: 'src' }]],
  'create a file notes.txt with hello': [['Write', { file_path: 'notes.txt', content: 'hello\n' }]],
  'create a file called a.txt that says "hello, world."': [['Write', { file_path: 'a.txt', content: 'hello, world.\n' }]],
  'write "hello" to notes.txt': [['Write', { file_path: 'notes.txt', content: 'hello\n' }]],
  'create an empty file x.txt': [['Write', { file_path: 'x.txt', content: '' }]],
  'replace "a" with "b" in notes.txt': [
    ['Read', { file_path: 'notes.txt' }],
    ['Edit', { file_path: 'notes.txt', old_string: 'a', new_string: 'b' }],
  ],
  'in notes.txt, change all x to y': [
    ['Read', { file_path: 'notes.txt' }],
    ['Edit', { file_path: 'notes.txt', old_string: 'x', new_string: 'y', replace_all: true }],
  ],
  'run `npm --version`': [['Bash', bash('npm --version')]],
  'run the tests': [['Bash', bash('npm test')]],
  'git status': [['Bash', bash('git status')]],
  ['delete the file "it\'s.txt"']: [['Bash', bash(String.raw`rm -- 'it'\''s.txt'`)]],
  'plan: look around, then change it': [
    ['TodoWrite', { todos: ['look around', 'change it'].map((content) => ({ content, status: 'pending', activeForm: content })) }],
  ],
  'ask me "Which colour?" with red or blue': [
    [
      'AskUserQuestion',
      {
        questions: [
          {
            question: 'Which colour?',
            header: 'Question',
            options: ['red', 'blue'].map((label) => ({ label, description: label })),
            multiSelect: false,
          },
        ],
      },
    ],
  ],
  'list the files then read README.md': [
    ['Glob', list],
    ['Read', { file_path: 'README.md' }],
  ],
  'create a.txt with "one then two" and read it': [
    ['Write', { file_path: 'a.txt', content: 'one then two\n' }],
    ['Read', { file_path: 'a.txt' }],
  ],
};

const calls = (request: string) => planSteps(request).flatMap((step) => (step.kind === 'call' ? [[step.tool, step.input]] : []));

describe('planSteps', () => {
  it.each(Object.entries(understood))('understands: %s', (request, expected) => {
    expect(calls(request)).toEqual(expected);
  });

  it.each(['help', 'hello', 'what can you do?', 'who are you', '', '   '])('introduces itself: "%s"', (request) => {
    expect(planSteps(request)).toMatchObject([{ kind: 'say', text: expect.stringContaining('I am the offline model') }]);
  });

  it.each(['write a poem about the sea', 'what is 2+2', 'fix the bug', 'refactor this', 'what is the capital of France?', '¿qué hora es?'])(
    'admits that it does not understand: %s',
    (request) => {
      expect(planSteps(request)).toMatchObject([{ kind: 'say', text: expect.stringContaining('I do not understand') }]);
    },
  );

  it('makes of any text steps whose input the tools take', () => {
    const words = [
      'read',
      'show',
      'list',
      'in',
      'to',
      'with',
      'then',
      'and',
      '"',
      "'",
      '`',
      'a.txt',
      'replace',
      'write',
      'ask',
      'plan:',
      'find',
      'how many',
      'lines',
      'files',
      '?',
      '\n',
      '$',
      'it',
    ];
    const sentence = fc
      .array(fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 14 })
      .map((parts) => parts.join(' '));
    fc.assert(
      fc.property(sentence, (request) => {
        const steps = planSteps(request);
        expect(steps.length).toBeGreaterThan(0);
        for (const step of steps)
          if (step.kind === 'call') expect(tools[step.tool as 'Read'].input().safeParse(step.input).error).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  it.each(['a ', 'in in ', '"', 'find the all ', 'please ', 'write in to ', '\n', ' the file'])(
    'answers long repetitions of "%s" too',
    (piece) => {
      expect(planSteps(piece.repeat(2000 / piece.length)).length).toBeGreaterThan(0);
      expect(planSteps(piece.repeat(50_000))).toHaveLength(1);
    },
  );
});
