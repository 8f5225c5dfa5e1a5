import { built } from '../verdict.js';
import type { Step } from './step.js';

/** While planning, nothing is changed without a question. */
export const plan: Step = {
  name: 'mode',
  answer: ({ subject, policy }) => {
    if (policy.mode !== 'plan') return undefined;
    const change = subject.accesses.find(({ kind }) => kind === 'write');
    const hidden = subject.calls.some(({ unknown }) => unknown.some(({ kind }) => kind === 'write'));
    return change === undefined && !hidden
      ? undefined
      : built(
          'ask',
          `Asked: the mode plan does not change files${change === undefined ? '' : ` such as ${change.given}`}.`,
          change?.names[0],
        );
  },
};
