import { errorText, type McpRemoteServerConfig, type McpServerConfigForProcessTransport } from '@inboard/wire';
import { readLogin } from './auth/login-file.js';
import type { Environment } from '../port/environment.js';

/** What is known of a server that failed. */
export interface FailureContext {
  name: string;
  config: McpServerConfigForProcessTransport;
  env: Environment;
  /** The last it said. */
  words: string;
}

/** The state a failure leads to, and what to say of it. */
export function failureStatus(error: unknown, context: FailureContext): { status: 'failed' | 'needs-auth'; text: string } {
  const { config, words } = context;
  if (isUnauthorized(error) && 'url' in config)
    return {
      status: 'needs-auth',
      text: `The server at ${new URL(config.url).origin} wants to know who is asking (401). ${advice(context, config)}.`,
    };
  const text = errorText(error);
  return { status: 'failed', text: `${text}${/[.!?]$/.test(text) ? '' : '.'}${words === '' ? '' : ` ${words}`}` };
}

function advice({ name, env }: FailureContext, config: McpRemoteServerConfig): string {
  const { headers = {}, headersHelper, hostAuth } = config;
  if (hostAuth) return 'Its authProvider has no token that it takes. Log in there, then call reconnectMcpServer()';
  if (headersHelper !== undefined || Object.keys(headers).some((header) => header.toLowerCase() === 'authorization'))
    return 'It does not accept the configured headers';
  const again = readLogin(env, config.url) ? ' again' : '';
  return `Log in${again} with: inboard mcp login ${JSON.stringify(name)}; or give it an authProvider or an Authorization header`;
}

/** True when a server wants to know who is asking, or wants somebody else. */
export function isUnauthorized(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (['UnauthorizedError', 'InsufficientScopeError'].includes(error.name) || httpStatus(error) === 401) return true;
  return isUnauthorized(error.cause);
}

/** The status of an answer that was an error, if one came. */
export function httpStatus(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { status, code, cause } = error as { status?: unknown; code?: unknown; cause?: unknown }; // errors of several makers
  for (const each of [status, code]) if (typeof each === 'number' && each >= 400 && each < 600) return each;
  return httpStatus(cause);
}
