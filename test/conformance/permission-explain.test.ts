import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { cliPath } from '../harness.js';

function explain(args: string[], input = '') {
  const { stdout, stderr, status } = spawnSync(process.execPath, [cliPath, 'permissions', 'explain', ...args], { input, encoding: 'utf8' });
  return {
    lines: stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line)),
    stderr,
    status,
  };
}

describe('inboard permissions explain', () => {
  it('answers a call given as arguments', () => {
    expect(explain(['Bash', '{"command":"ls && git push"}', '--allow', 'Bash(git:*)', '--ask', 'Bash(git push:*)'])).toEqual({
      lines: [
        {
          behavior: 'ask',
          step: 'askRules',
          rule: 'Bash(git push:*)',
          source: 'projectSettings',
          reason: 'Asked: a rule names the command git push.',
        },
      ],
      stderr: '',
      status: 0,
    });
  });

  it('answers each line in order, bad lines too', () => {
    const rule = { deny: ['Read(~/.ssh/**)'], cwd: '/p', home: '/home/u', fs: [{ path: '/p/key', symlinkTo: '/home/u/.ssh/id' }] };
    const lines = [
      JSON.stringify({ rule, tool: 'Read', input: { file_path: 'key' } }),
      'not json',
      '[]',
      '{"tool":5}',
      '{"tool":"Bash","input":{"command":"ls"},"rule":{"mode":"odd"}}',
      '',
      JSON.stringify({ rule: { allow: ['Bash(x'] }, tool: 'TodoWrite' }),
    ];
    const { lines: answers, status } = explain([], lines.join('\n'));
    expect(answers.map(({ behavior, error }) => behavior ?? (error === undefined ? 'nothing' : 'error'))).toEqual([
      'deny',
      'error',
      'error',
      'error',
      'error',
      'allow',
    ]);
    expect(answers.at(-1).problems).toEqual(['allow rule "Bash(x" (projectSettings): the closing ")" is missing']);
    expect(status).toBe(0);
  });

  it.each([
    ['null', 'error'],
    ['"text"', 'error'],
    ['{"tool":"Bash"}', 'ask'],
    ['{"tool":"Bash","input":null}', 'ask'],
    ['{"tool":"Bash","input":[]}', 'error'],
    ['{"tool":"Bash","input":{"command":5}}', 'ask'],
    ['{"tool":"NoSuchTool","input":{"x":1}}', 'ask'],
    ['{"tool":"__proto__","input":{}}', 'ask'],
    ['{"tool":"constructor"}', 'ask'],
    ['{"tool":"Read","input":{"file_path":null}}', 'ask'],
    ['{"tool":"WebFetch","input":{"url":7}}', 'ask'],
    ['{"tool":"TodoWrite","rule":{"deny":[null]}}', 'ask'],
    ['{"tool":"TodoWrite","rule":{"mode":"manual"}}', 'allow'],
    ['{"tool":"TodoWrite","rule":{"mode":7}}', 'error'],
    ['{"tool":"TodoWrite","rule":{"cwd":"relative"}}', 'error'],
    ['{"tool":"TodoWrite","rule":{"fs":["link"]}}', 'error'],
    [`{"tool":"Bash","input":{"command":"${'('.repeat(50_000)}"}}`, 'ask'],
    ['['.repeat(50_000), 'error'],
    ['\uFFFD', 'error'],
  ])('gives %.60s one answer: %s', (line, expected) => {
    const { lines, status, stderr } = explain([], `${line}\n{"tool":"TodoWrite"}`);
    expect(lines.map(({ behavior, error }) => behavior ?? (error === undefined ? 'nothing' : 'error'))).toEqual([expected, 'allow']);
    expect([status, stderr]).toEqual([0, '']);
  });

  it('answers thousands of lines', () => {
    const line = JSON.stringify({ rule: { allow: ['Bash(git status:*)'] }, tool: 'Bash', input: { command: 'git status && ls' } });
    expect(explain([], `${line}\n`.repeat(5000)).lines.filter(({ behavior }) => behavior === 'allow')).toHaveLength(5000);
  });

  it('explains itself, and refuses what it does not know', () => {
    expect(explain(['--nonsense'])).toMatchObject({ status: 1, stderr: expect.stringContaining('permissions --help') });
    expect(explain(['Bash', '{'])).toMatchObject({ status: 1, stderr: expect.stringContaining('not JSON') });
  });
});
