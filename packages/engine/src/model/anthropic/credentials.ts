import type { Environment } from '../../port/environment.js';
import { version } from '../../version.js';

/** The key of a session: which header carries it and where it came from. */
export interface Credentials {
  header: Record<string, string>;
  source: string;
}

/** Finds the key in the environment. */
export function credentials(env: Environment): Credentials {
  const source = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'].find((name) => env[name]?.trim());
  if (source === undefined) return { header: {}, source: 'none' };
  const secret = env[source]!.trim(); // a pasted key often brings its line end along
  return { header: source === 'ANTHROPIC_API_KEY' ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` }, source };
}

/** A key from somewhere else than the environment. */
export function keyOf(secret: string, source: string): Credentials {
  return { header: { 'x-api-key': secret }, source };
}

/** Whether the environment points at a real model: a key, or the address of a server that may not need one. */
export function hasModelAccess(env: Environment): boolean {
  return credentials(env).source !== 'none' || Boolean(env.ANTHROPIC_BASE_URL);
}

/** The headers of every request of a session. */
export function requestHeaders(key: Credentials, env: Environment, betas: readonly string[]): Record<string, string> {
  const all = [...betas, ...(env.ANTHROPIC_BETAS ?? '').split(',')].map((beta) => beta.trim()).filter((beta) => beta !== '');
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'anthropic-version': '2023-06-01',
    'user-agent': `inboard/${version}${env.CLAUDE_AGENT_SDK_CLIENT_APP ? ` (${env.CLAUDE_AGENT_SDK_CLIENT_APP})` : ''}`,
    ...(all.length > 0 && { 'anthropic-beta': [...new Set(all)].join(',') }),
    ...key.header,
    ...customHeaders(env.ANTHROPIC_CUSTOM_HEADERS ?? ''),
  };
}

/** `Name: value` lines, as `ANTHROPIC_CUSTOM_HEADERS` holds them. */
function customHeaders(lines: string): Record<string, string> {
  const pairs = lines.split(/\r?\n/).map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  return Object.fromEntries(pairs.flatMap((pair) => (pair ? [[pair[1]!.toLowerCase(), pair[2]!]] : [])));
}
