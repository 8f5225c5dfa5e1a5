import type { BashInput } from '@inboard/wire';
import { envLines } from '../../../process/env-file.js';
import { startShell, type RunningShell, type ShellCommand } from '../../../process/run-shell.js';
import type { ToolContext } from '../../define.js';

/** Starts a command of the model, confined when the session asks for that. */
export async function startCommand(
  input: BashInput,
  context: ToolContext,
  more: Pick<ShellCommand, 'cwd' | 'onOutput'>,
): Promise<RunningShell> {
  const { command } = input;
  const confinement = context.sandbox?.confine({ command, cwd: more.cwd, disabled: input.dangerouslyDisableSandbox ?? false });
  const release = () => confinement?.release();
  try {
    const { env, sessionId } = context;
    const shell = await startShell({ command, env, sessionId, confinement, envLines: envLines(env, context.envFile), ...more });
    void shell.ended.then(release);
    return shell;
  } catch (error) {
    release();
    throw error;
  }
}
