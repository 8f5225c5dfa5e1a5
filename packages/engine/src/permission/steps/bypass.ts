import { built } from '../verdict.js';
import type { Step } from './step.js';

/** The mode that approves whatever the steps before it let through. */
export const bypass: Step = {
  name: 'mode',
  answer: ({ policy }) =>
    policy.mode === 'bypassPermissions'
      ? built('allow', 'The mode bypassPermissions approves every call that no rule forbids.')
      : undefined,
};
