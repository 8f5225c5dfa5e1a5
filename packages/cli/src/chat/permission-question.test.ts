import { describe, expect, it } from 'vitest';
import { bash, edit } from '../../../../test/support/sample-questions.js';
import { questionChoices, toResult } from './permission-question.js';

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
