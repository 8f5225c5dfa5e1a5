import type { PermissionMode } from '@inboard/wire';
import type { Verdict } from './verdict.js';

/** Interim judge: reading is free, bypass allows, the rest asks. */
export function decide(question: { tool: string; input: Record<string, unknown> }, policy: { mode: PermissionMode }): Verdict {
  const harmless = ['StructuredOutput', 'Task', 'Read', 'Glob', 'Grep', 'TodoWrite', 'TaskOutput', 'TaskStop', 'EnterPlanMode', 'Skill'].includes(question.tool);
  if (harmless) return { behavior: 'allow', step: 'readOnly', rule: null, source: null, reason: 'Reading only.' };
  if (policy.mode === 'bypassPermissions') return { behavior: 'allow', step: 'mode', rule: null, source: 'mode', reason: 'The mode bypassPermissions allows it.' };
  if (policy.mode === 'dontAsk') return { behavior: 'deny', step: 'mode', rule: null, source: 'mode', reason: 'The mode dontAsk asks nobody.' };
  return { behavior: 'ask', step: 'askHost', rule: null, source: null, reason: `${question.tool} is not allowed by any rule.` };
}
