import { AgentError, type BashInput } from '@inboard/wire';
import { builtinTool, failed, type ToolContext, type ToolOutcome } from '../../define.js';
import { runInBackground } from './background.js';
import prompt from './bash.md';
import { runInForeground } from './foreground.js';

/** Runs a shell command, and waits for its end unless it is to run in the background. */
export const bashTool = builtinTool('Bash', { prompt, run: bash });

async function bash(input: BashInput, context: ToolContext): Promise<ToolOutcome> {
  try {
    return await (input.run_in_background ? runInBackground(input, context) : runInForeground(input, context));
  } catch (error) {
    if (AgentError.is(error)) return failed(error.message);
    throw error;
  }
}
