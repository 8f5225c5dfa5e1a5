import { built } from '../verdict.js';
import type { Step } from './step.js';

const talkers = new Set(['AskUserQuestion', 'ExitPlanMode']);

/** Tools whose whole purpose is the user's answer. */
export const mustAsk: Step = {
  name: 'mustAsk',
  answer: ({ subject }) =>
    talkers.has(subject.tool) ? { ...built('ask', `${subject.tool} is answered by the user.`), mustAskUser: true } : undefined,
};
