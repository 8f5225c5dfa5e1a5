import { describe, expect, it } from 'vitest';
import { withOpinion } from './opinion.js';
import type { Verdict } from './verdict.js';

const asking = (step: string): Verdict => ({ behavior: 'ask', step, rule: null, source: null, reason: 'asked' });
const allow = { behavior: 'allow', reason: 'fine' } as const;
const options = { needsUser: false, mode: 'default' } as const;

describe('the opinion of a hook', () => {
  it('answers a plain question', () => {
    expect(withOpinion(asking('askHost'), allow, options)).toMatchObject({ behavior: 'allow', step: 'hookDecision', source: 'hook' });
  });

  it.each(['askRules', 'criticalRemoval', 'unjudgeable'])('does not lift what %s asks a person', (step) => {
    expect(withOpinion(asking(step), allow, options)).toEqual(asking(step));
  });

  it('lifts nothing while planning', () => {
    for (const step of ['mode', 'askHost', 'protectedPath'])
      expect(withOpinion(asking(step), allow, { ...options, mode: 'plan' })).toEqual(asking(step));
  });

  it('never lifts a deny, and can always deny', () => {
    const denied: Verdict = { ...asking('denyRules'), behavior: 'deny' };
    expect(withOpinion(denied, allow, options)).toEqual(denied);
    expect(withOpinion({ ...asking('mode'), behavior: 'allow' }, { behavior: 'deny', reason: 'no' }, options)).toMatchObject({
      behavior: 'deny',
    });
  });
});
