import type { Question } from '../../packages/cli/src/permission-card.js';

/** A command that a rule of the project asks about. */
export const bash: Question = {
  tool_name: 'Bash',
  input: { command: 'npm test\nrm -rf x', description: 'Run the tests', timeout: 5 },
  tool_use_id: 't',
  decision_reason: 'Asked: no rule approves npm test.',
  trace: { behavior: 'ask', step: 'askRules', rule: 'Bash(npm *)', source: 'project', reason: '' },
  permission_suggestions: [
    { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'npm test *' }], behavior: 'allow', destination: 'localSettings' },
  ],
};

/** An edit that no rule approves. */
export const edit: Question = {
  tool_name: 'Edit',
  input: { file_path: '/home/me/a.txt', old_string: 'a', new_string: 'b' },
  tool_use_id: 't',
  permission_suggestions: [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }],
};
