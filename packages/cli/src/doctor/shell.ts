import { findShell } from '@inboard/engine';
import { errorText } from '@inboard/wire';
import type { Check, Finding } from './check.js';
import { firstLine } from './run.js';

/** Whether there is a bash for commands. */
export const shell: Check = async ({ env }) => [await look(env)];

async function look(env: NodeJS.ProcessEnv): Promise<Finding> {
  const advice = 'Install bash or set CLAUDE_CODE_SHELL to its path.';
  try {
    const path = findShell(env);
    const found = await firstLine(path, ['--version']);
    if ('line' in found) return { name: 'bash', status: 'ok', text: `${path} (${found.line})` };
    return { name: 'bash', status: 'fail', text: `${path} cannot be run: ${found.problem}`, advice };
  } catch (error) {
    return { name: 'bash', status: 'fail', text: errorText(error), advice };
  }
}
