import { describe, expect, it } from 'vitest';
import type { Question } from '../permission-card.js';
import { questionChoices, toResult } from './permission-question.js';

const bash: Question = {
  tool_name: 'Bash',
  input: { command: 'npm test\nrm -rf x', description: 'Run the tests', timeout: 5 },
  tool_use_id: 't',
  decision_reason: 'Asked: no rule approves npm test.',
  trace: { behavior: 'ask', step: 'askRules', rule: 'Bash(npm *)', source: 'project', reason: '' },
  permission_suggestions: [
    { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'npm test *' }], behavior: 'allow', destination: 'localSettings' },
  ],
};
const edit: Question = {
  tool_name: 'Edit',
  input: { file_path: '/home/me/a.txt', old_string: 'a', new_string: 'b' },
  tool_use_id: 't',
  permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
};

describe('answers', () => {
  it('are offered where the engine has a suggestion', () => {
    expect(questionChoices(bash).map(({ value, hint }) => [value, hint])).toEqual([
      ['once', undefined],
      ['session', 'Bash(npm test *)'],
      ['project', 'Bash(npm test *)'],
      ['no', undefined],
    ]);
    expect(questionChoices(edit).map(({ value }) => value)).toEqual(['once', 'session', 'no']);
    expect(questionChoices({ ...bash, permission_suggestions: [] }).map(({ value }) => value)).toEqual(['once', 'no']);
  });

  it('say to the engine what they say to the person', () => {
    const rules = { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'npm test *' }], behavior: 'allow' };
    const allow = { behavior: 'allow', updatedInput: bash.input };
    const answer = (...values: Parameters<typeof toResult>[1]['values']) => toResult(bash, { values, words: '' });
    expect(answer('once')).toEqual(allow);
    expect(answer('session')).toEqual({ ...allow, updatedPermissions: [{ ...rules, destination: 'session' }] });
    expect(answer('project')).toEqual({ ...allow, updatedPermissions: [{ ...rules, destination: 'localSettings' }] });
    expect(answer('no')).toEqual({ behavior: 'deny', message: 'The person said no.' });
    expect(toResult(bash, { values: ['no'], words: 'not now' })).toEqual({ behavior: 'deny', message: 'The person said no: not now' });
    expect(answer()).toEqual({ behavior: 'deny', message: 'The person stopped here.', interrupt: true });
  });
});
