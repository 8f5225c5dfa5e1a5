import type { Environment } from '../../port/environment.js';

/** The key of a session: which header carries it and where it came from. */
export interface Credentials {
  header: Record<string, string>;
  source: string;
}

/** Finds the key in the environment. */
export function credentials(env: Environment): Credentials {
  if (env.ANTHROPIC_API_KEY) return { header: { 'x-api-key': env.ANTHROPIC_API_KEY }, source: 'ANTHROPIC_API_KEY' };
  if (env.ANTHROPIC_AUTH_TOKEN) return { header: { authorization: `Bearer ${env.ANTHROPIC_AUTH_TOKEN}` }, source: 'ANTHROPIC_AUTH_TOKEN' };
  if (env.CLAUDE_CODE_OAUTH_TOKEN) return { header: { authorization: `Bearer ${env.CLAUDE_CODE_OAUTH_TOKEN}` }, source: 'CLAUDE_CODE_OAUTH_TOKEN' };
  return { header: {}, source: 'none' };
}

/** Whether the environment points at a real model: a key, or the address of a server that may not need one. */
export function hasModelAccess(env: Environment): boolean {
  return credentials(env).source !== 'none' || Boolean(env.ANTHROPIC_BASE_URL);
}

export function requestHeaders(key: Credentials, env: Environment, betas: readonly string[]): Record<string, string> {
  const all = [...betas, ...(env.ANTHROPIC_BETAS ?? '').split(',')].map((beta) => beta.trim()).filter((beta) => beta !== '');
  return {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    'anthropic-version': '2023-06-01',
    'user-agent': `inboard/0.1.0${env.CLAUDE_AGENT_SDK_CLIENT_APP ? ` (${env.CLAUDE_AGENT_SDK_CLIENT_APP})` : ''}`,
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
