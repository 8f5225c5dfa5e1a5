import { permissionModes } from '@inboard/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge } from './judge.js';

const pieces = [
  '$(',
  ')',
  '`',
  '"',
  "'",
  '\\',
  '\n',
  ';',
  '&&',
  '||',
  '|',
  '&',
  '<<EOF\n',
  'EOF',
  '<(',
  '>(',
  '${',
  '}',
  '{',
  '((',
  '))',
  '[[',
  ']]',
  '$((',
  '>',
  '<',
  '~',
  '*',
  '#',
  '\0',
  '\r',
  '\t',
  ' ',
  'rm',
  'curl',
  'bash -c',
  'eval',
  'if',
  'then',
  'fi',
  'for',
  'do',
  'done',
  'case',
  'in',
  'esac',
  'function f',
  'x=',
  '\ud800',
  '\u202e',
  '/etc',
  '.env',
  'env',
  'xargs',
  'find . -exec',
];
const bashish = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 6 }), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 40 })
  .map((parts) => parts.join(''));
const mode = fc.constantFrom(...permissionModes);

describe('the judge, whatever it is given', () => {
  it('never fails and says why', () => {
    fc.assert(
      fc.property(bashish, mode, (command, chosen) => {
        const verdict = judge(
          { tool: 'Bash', input: { command } },
          { allow: ['Bash(rm:*)', 'Read(/src/**)'], deny: ['Bash(curl:*)', 'Read(.env)'], ask: ['Bash(a * b)'], mode: chosen },
        );
        expect(verdict.reason).not.toMatch(/^$|the judge failed/);
      }),
      { numRuns: 1500 },
    );
  });

  it('never allows a command that a rule for the whole tool denies', () => {
    fc.assert(
      fc.property(bashish, mode, fc.constantFrom('Bash', 'Bash(*)', '*', 'B*'), (command, chosen, rule) => {
        expect(judge({ tool: 'Bash', input: { command } }, { allow: ['Bash'], deny: [rule], mode: chosen }).behavior).toBe('deny');
      }),
      { numRuns: 500 },
    );
  });

  it('takes any input of any tool', () => {
    const tool = fc.oneof(
      fc.constantFrom('Bash', 'Read', 'Write', 'Edit', 'Grep', 'Glob', 'WebFetch', 'Task', 'Skill', 'NotebookEdit', 'mcp__a__b'),
      fc.string(),
    );
    fc.assert(
      fc.property(
        tool,
        fc.dictionary(
          fc.constantFrom('command', 'file_path', 'path', 'pattern', 'glob', 'url', 'skill', 'subagent_type', 'notebook_path', 'cwd'),
          fc.anything(),
        ),
        mode,
        (name, input, chosen) => {
          const { behavior, reason } = judge(
            { tool: name, input },
            { deny: ['Read(.env)', 'WebFetch(domain:a.b)', 'Bash(x:*)'], mode: chosen },
          );
          expect(['allow', 'ask', 'deny']).toContain(behavior);
          expect(reason).not.toContain('the judge failed');
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('takes any rules, and a text that is no rule approves nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.anything()), { maxLength: 5 }), (texts) => {
        const allow = texts.filter((text) => typeof text !== 'string' || !text.trim().startsWith('Bash'));
        expect(judge({ tool: 'Bash', input: { command: 'make' } }, { allow })).toMatchObject({ behavior: 'ask', step: 'askHost' });
        expect(judge({ tool: 'Bash', input: { command: 'make' } }, { deny: texts, ask: texts })).toMatchObject({
          behavior: expect.stringMatching(/ask|deny/),
          reason: expect.not.stringContaining('the judge failed'),
        });
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['words', 'env ', 'a '],
    ['substitutions', '', '$('],
    ['brackets', '', '('],
    ['double quotes', '', '"'],
    ['backquotes', '', '`'],
    ['escapes', '', '\\'],
    ['lists', '', 'ls; '],
    ['pipes', '', 'ls | '],
    ['here-documents', '', 'cat <<A\n'],
    ['braces', 'echo ', '{a,'],
    ['expansions', 'echo ', '${a:-'],
    ['sums', 'echo $((', '1+'],
    ['folders', '', 'cd a; '],
    ['assignments', '', 'a=1 '],
    ['redirections', 'ls ', '>a '],
    ['evaluations', '', 'eval '],
    ['wrappers', '', 'timeout 5 '],
    ['conditions', '', 'if ls; then '],
    ['parents', 'cat ', '../'],
    ['code', 'python3 -c "', 'a.b/c '],
    ['blanks', 'ls', ' '],
    ['new lines', 'ls', '\n'],
  ])('does not blow up on many %s', (_, start, piece) => {
    // The time limit of the test is what a blow-up would break.
    for (const size of [60_000, 1_000_000]) {
      const command = start + piece.repeat(Math.ceil(size / piece.length));
      expect(
        judge({ tool: 'Bash', input: { command } }, { allow: ['Bash(ls:*)'], deny: ['Bash(a * b * c)', 'Bash(curl:*)', 'Read(.env)'] })
          .behavior,
      ).not.toBe('allow');
    }
  });
});
