import { built } from '../verdict.js';
import type { Step } from './step.js';

/** A command that runs in the sandbox cannot do what the sandbox forbids. */
export const sandbox: Step = {
  name: 'sandbox',
  answer: ({ subject, policy }) =>
    subject.tool === 'Bash' && policy.sandboxed === true && subject.input.dangerouslyDisableSandbox !== true
      ? built('allow', 'The command runs in the sandbox.')
      : undefined,
};
