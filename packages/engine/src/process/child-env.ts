import type { Environment } from '../port/environment.js';

/** Names whose values are secrets, wherever they come from. */
const secretName =
  /(^|_)(API_?KEYS?|ACCESS_KEY(_ID)?|PRIVATE_KEY|SECRET(_KEY)?S?|TOKENS?|PASS(WORD|WD|PHRASE)?|CREDENTIALS?|AUTH|PAT|DSN|COOKIE)$/i;

/** Names that belong to the engine or its host alone. */
const engineName = /^(ANTHROPIC_|OTEL_|AWS_(SECRET|SESSION)_)/i;

/** Variables that make a shell run something, or read its commands in another way. */
const shellName =
  /^(BASH_ENV|ENV|PROMPT_COMMAND|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|BASH_COMPAT|BASH_XTRACEFD|POSIXLY_CORRECT|PS4|CDPATH|GLOBIGNORE|EXECIGNORE)$/;

/** A password inside an address, as in `postgres://user:word@host`. */
const addressWithPassword = /:\/\/[^/\s:@]*:[^/\s@]+@/;

/**
 * The environment of a child process: what the session has, without secrets and without what changes how
 * a shell reads its commands. `INBOARD_KEEP_ENV` lists names to keep (`GH_TOKEN,AWS_*`); it keeps secrets
 * only, never the shell's switches.
 */
export function childEnv(env: Environment, more: Record<string, string> = {}): Record<string, string> {
  const kept = keepList(env.INBOARD_KEEP_ENV);
  const entries = Object.entries(env).filter((entry): entry is [string, string] => {
    const [name, value] = entry;
    return value !== undefined && !shellName.test(name) && (kept(name) || !isSecret(name, value));
  });
  return { ...Object.fromEntries(entries), ...more };
}

/** True when a variable holds something a child should not see unless it was named. */
export function isSecret(name: string, value: string): boolean {
  if (secretName.test(name) || engineName.test(name)) return true;
  return addressWithPassword.test(value) && !/_PROXY$/i.test(name); // a proxy is of no use without its password
}

function keepList(list = ''): (name: string) => boolean {
  const patterns = list.split(/[\s,]+/).filter((pattern) => pattern !== '');
  const exact = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const prefixes = patterns.flatMap((pattern) => (pattern.length > 1 && pattern.endsWith('*') ? [pattern.slice(0, -1)] : []));
  return (name) => exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
