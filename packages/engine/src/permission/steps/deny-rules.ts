import { restriction } from '../rules/match.js';
import { byRule } from '../verdict.js';
import type { Step } from './step.js';

/** A deny rule holds in every mode, whatever else allows the call. */
export const denyRules: Step = {
  name: 'denyRules',
  answer: ({ subject, policy, rules }) => {
    for (const rule of rules.deny) {
      const hit = restriction(rule, subject, policy);
      if (hit !== undefined) return byRule(rule.rule, `Denied: ${hit.reason}.`, hit.path);
    }
    return undefined;
  },
};
