import { AgentError } from '@inboard/wire';
import { splitArguments } from '../command/arguments.js';
import { childEnv } from '../process/child-env.js';
import { runProgram } from '../process/run-program.js';
import { credentials } from '../model/anthropic/credentials.js';
import type { Environment } from '../port/environment.js';
import { settingOf, type ResolvedSettings } from './resolve.js';

const patienceMs = 30_000;

/** The API key that the helper of user, flag or managed settings prints; nothing when there is no helper or no need of one. */
export async function helperKey(resolved: ResolvedSettings, options: { cwd: string; env: Environment }): Promise<string | undefined> {
  const helper = settingOf(resolved, 'apiKeyHelper');
  if (!helper || credentials(options.env).source !== 'none') return undefined;
  const [command, ...args] = splitArguments(helper.value);
  if (command === undefined) return undefined;
  // Words, never a shell: nothing in the setting but a program and its arguments can run.
  const end = await runProgram({
    argv: [command, ...args],
    cwd: options.cwd,
    env: childEnv(options.env),
    input: '',
    signal: AbortSignal.timeout(patienceMs),
    maxOutput: 64 * 1024,
  });
  const key = end.stdout.trim();
  if (end.exitCode === 0 && key !== '' && !/\s/.test(key)) return key;
  const why =
    end.error?.message ??
    (end.exitCode === 0
      ? 'it printed no key'
      : `it ended with ${end.exitCode ?? end.signal}${end.stderr.trim() === '' ? '' : `: ${end.stderr.trim().slice(0, 500)}`}`);
  throw new AgentError(
    'missing_key',
    `apiKeyHelper of ${helper.layer.path} gave no key: ${why}. Run "${command}" by hand, or set ANTHROPIC_API_KEY.`,
  );
}
