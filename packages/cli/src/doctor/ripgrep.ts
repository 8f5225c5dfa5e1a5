import { ripgrepPath } from '@inboard/engine';
import { errorText } from '@inboard/wire';
import type { Check } from './check.js';
import { firstLine } from './run.js';

/** Whether the program behind Grep and Glob runs. */
export const ripgrep: Check = async () => {
  const found = await ripgrepPath().then(
    (path) => firstLine(path, ['--version']),
    (error: unknown) => ({ problem: errorText(error) }),
  );
  return [
    'line' in found
      ? { name: 'ripgrep', status: 'ok', text: found.line }
      : {
          name: 'ripgrep',
          status: 'fail',
          text: `cannot be run: ${found.problem}`,
          advice: 'Install again, with optional dependencies: its program comes in one. Grep and Glob do not work without it.',
        },
  ];
};
