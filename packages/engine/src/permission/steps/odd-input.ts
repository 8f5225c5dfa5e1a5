import { built } from '../verdict.js';
import type { Step } from './step.js';

/** Input that does not say plainly what it means is never approved by rule. */
export const oddInput: Step = {
  name: 'oddInput',
  answer: ({ subject }) => {
    if (subject.problem !== undefined) return built('ask', `Asked: ${subject.problem}.`);
    const odd = subject.shell === undefined ? subject.accesses.find(({ problem }) => problem !== undefined) : undefined;
    return odd === undefined
      ? undefined
      : built('ask', `Asked: the path ${JSON.stringify(odd.given.slice(0, 200))} cannot be judged: ${odd.problem}.`, odd.given);
  },
};
