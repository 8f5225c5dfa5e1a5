import { isProtected, mayBeProtected } from '../path/protected.js';
import { built } from '../verdict.js';
import type { Step } from './step.js';

/** Files that make programs run later are never changed without a question. */
export const protectedPath: Step = {
  name: 'protectedPath',
  answer: ({ subject }) => {
    const hit = subject.accesses.find(
      ({ kind, names, glob }) =>
        kind === 'write' &&
        names.some((name) => isProtected(name) || (glob !== undefined && (isProtected(`${name}/${glob}`) || mayBeProtected(glob)))),
    );
    return hit === undefined
      ? undefined
      : built('ask', `Asked: ${hit.given} is a protected path, which can make programs run.`, hit.names[0]);
  },
};
