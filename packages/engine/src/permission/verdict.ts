import type { PermissionBehavior, PermissionTrace, PermissionUpdate } from '@inboard/wire';
import type { PermissionRule } from './policy.js';

/** The answer to a call: what to do, which step said so, by which rule, and why. */
export interface Verdict extends PermissionTrace {
  behavior: PermissionBehavior;
  /** The path that stood in the way, when one did. */
  blockedPath?: string;
  /** Every name of the files the call uses, as the judge saw them. */
  paths?: readonly string[];
  /** What an "always allow" answer would store. */
  suggestions?: PermissionUpdate[];
  /** The tool exists to talk to the user: no rule or mode can answer in their place. */
  mustAskUser?: boolean;
}

/** What a step says: a verdict, named after the step unless it says otherwise. */
export type Answer = Omit<Verdict, 'step'> & { step?: string };

/** An answer that a rule gave. */
export function byRule(rule: PermissionRule, reason: string, blockedPath?: string): Answer {
  return { behavior: rule.behavior, rule: rule.text, source: rule.source, reason, ...(blockedPath !== undefined && { blockedPath }) };
}

/** An answer that no rule gave. */
export function built(behavior: PermissionBehavior, reason: string, blockedPath?: string): Answer {
  return { behavior, rule: null, source: null, reason, ...(blockedPath !== undefined && { blockedPath }) };
}
