import type { McpRemoteServerConfig, Peer } from '@inboard/wire';
import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { Environment } from '../../port/environment.js';
import { createAuthFetch, limitResponse } from '../auth/auth-fetch.js';
import { helperHeaders } from '../auth/headers-helper.js';
import { hostAuth } from '../auth/host-auth.js';
import { storedAuth } from '../auth/stored-auth.js';
import type { RpcTransport } from '../rpc-transport.js';
import { guardedFetch } from './guarded-fetch.js';
import { ResumedCalls } from './resumed-calls.js';
import { createStreamFetch } from './stream-fetch.js';

export interface HttpOptions {
  name: string;
  cwd: string;
  env: Environment;
  peer: Peer<'engine'>;
}

/** How often the library tries a broken event stream again before it gives up. */
const reconnection = { initialReconnectionDelay: 500, maxReconnectionDelay: 10_000, reconnectionDelayGrowFactor: 2, maxRetries: 3 };

/** A server at a URL: streamable HTTP, or the older pair of an event stream and posts. */
export async function httpTransport(config: McpRemoteServerConfig, options: HttpOptions): Promise<RpcTransport> {
  const { StreamableHTTPClientTransport, SSEClientTransport } = await import('@modelcontextprotocol/client');
  const target = readUrl(config.url);
  const headers = new Headers({ ...config.headers, ...(await helperHeaders(config, options)) });
  const authProvider = headers.has('authorization') ? undefined : await authOf(config, options);
  const resumed = new ResumedCalls(reconnection.maxRetries, (message) => transport.onmessage?.(message));
  const given = { fetch: serverFetch(config, target, { headers, resumed }), ...(authProvider && { authProvider }) };
  const library =
    config.type === 'http'
      ? new StreamableHTTPClientTransport(target, { ...given, reconnectionOptions: reconnection })
      : new SSEClientTransport(target, given);
  const transport = library as unknown as RpcTransport; // the same three methods and callbacks
  return transport;
}

/** The address of a server; throws when it is none. */
export function readUrl(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !['http:', 'https:'].includes(target.protocol)) throw new Error(`"${url}" is not an http or https URL`);
  return target;
}

async function authOf(
  config: McpRemoteServerConfig,
  { name, env, peer }: HttpOptions,
): Promise<AuthProvider | OAuthClientProvider | undefined> {
  return config.hostAuth ? hostAuth(peer, { name, url: config.url }) : storedAuth(config.url, env);
}

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** The configured headers go to the server's own origin. What is not fetched from the server itself concerns logging in. */
function serverFetch({ type }: McpRemoteServerConfig, target: URL, options: { headers: Headers; resumed: ResumedCalls }): Fetch {
  const authFetch = createAuthFetch(target);
  const streamFetch = createStreamFetch(options.resumed);
  return async (input, init = {}) => {
    const at = new URL(input);
    if (at.origin !== target.origin) return authFetch(at, init);
    const headers = new Headers(init.headers);
    for (const [name, value] of options.headers) headers.set(name, value);
    const own = { ...init, headers };
    if (at.href === target.href) return streamFetch(at, own);
    // The older way posts to an address of the server's choice, where little is answered.
    const isPost = type === 'sse' && init.method === 'POST' && headers.get('content-type') === 'application/json';
    return isPost ? limitResponse(await guardedFetch(at, own), at) : authFetch(at, own);
  };
}
