import { describeIssues, hooks as definitions, type HookEvent } from '@inboard/wire';
import type { HandlerEnd } from './handler.js';

/** An answer that does not fit what its event defines is a failed hook, not an opinion. */
export function checkAnswer(event: HookEvent, end: HandlerEnd): HandlerEnd {
  const specific = end.kind === 'ran' ? end.output.hookSpecificOutput : undefined;
  if (!specific) return end;
  if (specific.hookEventName !== event) return { ...end, kind: 'failed', reason: `it answered for ${specific.hookEventName} instead of ${event}.` };
  const checked = definitions[event].output().safeParse(specific);
  return checked.success ? end : { ...end, kind: 'failed', reason: `its answer is not valid: ${describeIssues(checked.error)}` };
}
