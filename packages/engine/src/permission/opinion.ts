import type { PermissionMode } from '@inboard/wire';
import type { Verdict } from './verdict.js';

/** What a hook thinks of a call. */
export interface Opinion {
  behavior: 'allow' | 'ask' | 'deny';
  reason: string;
}

/** Steps whose question only a person may answer: what holds even in bypassPermissions. */
const notForHooks = new Set(['askRules', 'criticalRemoval', 'unjudgeable']);

/** Puts the verdict of the rules and the opinion of hooks together: deny over ask over allow; a hook lifts neither a deny nor a question for a person. */
export function withOpinion(
  verdict: Verdict,
  opinion: Opinion | undefined,
  options: { needsUser: boolean; mode: PermissionMode },
): Verdict {
  if (verdict.behavior === 'deny') return verdict;
  if (opinion?.behavior === 'deny') return fromHook(verdict, 'deny', opinion.reason);
  const mustAsk = options.needsUser || verdict.mustAskUser === true;
  if (opinion?.behavior === 'ask')
    return options.mode === 'dontAsk' ? fromHook(verdict, 'deny', opinion.reason) : fromHook(verdict, 'ask', opinion.reason);
  if (mustAsk) return asked(verdict, options.mode);
  const lifts = options.mode !== 'plan' || verdict.behavior === 'allow'; // while planning, only a person lets something happen
  if (opinion?.behavior === 'allow' && lifts && !notForHooks.has(verdict.step)) return fromHook(verdict, 'allow', opinion.reason);
  return verdict;
}

function fromHook(verdict: Verdict, behavior: Opinion['behavior'], reason: string): Verdict {
  return { ...verdict, behavior, step: 'hookDecision', rule: null, source: 'hook', reason };
}

function asked(verdict: Verdict, mode: PermissionMode): Verdict {
  if (verdict.behavior === 'ask') return verdict;
  if (mode === 'dontAsk')
    return { ...verdict, behavior: 'deny', step: 'mode', reason: 'This tool needs a person, and the mode dontAsk asks nobody.' };
  return { ...verdict, behavior: 'ask', step: 'needsUser', rule: null, source: null, reason: 'This tool always asks the person.' };
}
