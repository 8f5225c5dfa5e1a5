import { describe, expect, it } from 'vitest';
import { AbortError, AgentError, EXIT_REASONS, HOOK_EVENTS } from './index.js';

describe('the exports', () => {
  it('name the hook events of the published SDK first, in its order', () => {
    const published =
      'PreToolUse PostToolUse PostToolUseFailure Notification UserPromptSubmit SessionStart SessionEnd Stop SubagentStart SubagentStop PreCompact PermissionRequest Setup TeammateIdle TaskCompleted ConfigChange WorktreeCreate WorktreeRemove';
    expect(HOOK_EVENTS.slice(0, 18)).toEqual(published.split(' '));
  });

  it('name the reasons a session ends for', () => {
    expect(EXIT_REASONS).toEqual(expect.arrayContaining(['clear', 'logout', 'prompt_input_exit', 'other', 'bypass_permissions_disabled']));
  });

  it('tell an abort from other errors', () => {
    const abort = new AbortError();
    expect(abort).toBeInstanceOf(Error);
    expect(abort).toBeInstanceOf(AgentError);
    expect([abort.name, abort.code, AgentError.is(abort)]).toEqual(['AbortError', 'aborted', true]);
    expect(new AgentError('aborted', 'x')).not.toBeInstanceOf(AbortError);
  });
});
