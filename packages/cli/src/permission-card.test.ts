import { describe, expect, it } from 'vitest';
import { permissionCard } from './permission-card.js';

describe('permissionCard', () => {
  it('shows the whole call, the reason and what always would store', () => {
    const card = permissionCard({
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      input: { command: 'git push\necho done' },
      decision_reason: 'Asked: no rule approves Bash.',
      permission_suggestions: [
        { type: 'addRules', rules: [{ toolName: 'Bash', ruleContent: 'git push:*' }], behavior: 'allow', destination: 'localSettings' },
      ],
    });
    expect(card.split('\n')).toEqual([
      '╭ Bash wants to run',
      '│ command: git push',
      '│   echo done',
      '│ Why you are asked: Asked: no rule approves Bash.',
      '│ Always would allow: Bash(git push:*) (localSettings)',
      '╰ y yes, once · a always · n no · or type what to do instead',
    ]);
  });

  it('shows control characters and hidden text instead of obeying them', () => {
    const card = permissionCard({ tool_name: 'Bash', tool_use_id: 't', input: { command: 'ls \u001b[2K\u202egnp' } });
    expect(card).toContain('ls \\u001b[2K\\u202egnp');
    expect(card).not.toContain('\u001b');
  });
});
