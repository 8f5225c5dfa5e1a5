import type { Check } from './check.js';
import { firstLine } from './run.js';

/** Whether git is there; an agent can do without. */
export const git: Check = async () => {
  const found = await firstLine('git', ['--version']);
  return [
    'line' in found
      ? { name: 'git', status: 'ok', text: found.line }
      : { name: 'git', status: 'warn', text: 'cannot be run', advice: 'Install git: an agent then knows branches and changes.' },
  ];
};
