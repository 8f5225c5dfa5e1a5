import { AgentError } from '@inboard/wire';
import { splitArguments } from '../command/arguments.js';
import { credentials } from '../model/anthropic/credentials.js';
import type { KeyRing } from '../model/anthropic/key-ring.js';
import { envNumber, type Environment } from '../port/environment.js';
import type { Port } from '../port/port.js';
import { childEnv } from '../process/child-env.js';
import { runProgram } from '../process/run-program.js';
import { settingOf, type ResolvedSettings } from './resolve.js';

const patienceMs = 30_000;
const usualLifeMs = 300_000;

export interface KeyHelperOptions {
  cwd: string;
  env: Environment;
  port: Port;
}

/** The keys that the helper of user, flag or managed settings prints; nothing when there is no helper or no need of one. */
export function keyHelper(resolved: ResolvedSettings, options: KeyHelperOptions): KeyRing | undefined {
  const { env, port } = options;
  const helper = settingOf(resolved, 'apiKeyHelper');
  const [command, ...args] = splitArguments(helper?.value ?? '');
  if (!helper || command === undefined || credentials(env).source !== 'none') return undefined;
  const lifeMs = envNumber(env, 'CLAUDE_CODE_API_KEY_HELPER_TTL_MS', usualLifeMs);
  let last: { key: Promise<string>; until: number } | undefined;
  return {
    source: 'apiKeyHelper',
    key: () => {
      if (!last || port.monotonic() >= last.until) {
        last = { key: askHelper([command, ...args], helper.layer.path, options), until: port.monotonic() + lifeMs };
        last.key.catch(() => (last = undefined)); // whoever waits for it is told; the next one tries again
      }
      return last.key;
    },
    expire: () => (last = undefined),
  };
}

/** Words, never a shell: nothing in the setting but a program and its arguments can run. */
async function askHelper(argv: [string, ...string[]], path: string, { cwd, env }: KeyHelperOptions): Promise<string> {
  const signal = AbortSignal.timeout(patienceMs);
  const end = await runProgram({ argv, cwd, env: childEnv(env), input: '', signal, maxOutput: 64 * 1024 });
  const key = end.stdout.trim();
  if (end.exitCode === 0 && key !== '' && !/\s/.test(key)) return key;
  const said = end.stderr.trim() === '' ? '' : `: ${end.stderr.trim().slice(0, 500)}`;
  const why = end.error?.message ?? (end.exitCode === 0 ? 'it printed no key' : `it ended with ${end.exitCode ?? end.signal}${said}`);
  throw new AgentError('missing_key', `apiKeyHelper of ${path} gave no key: ${why}. Run "${argv[0]}" by hand, or set ANTHROPIC_API_KEY.`);
}
