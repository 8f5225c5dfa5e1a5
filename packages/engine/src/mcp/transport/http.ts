import type { RpcTransport } from '../rpc-transport.js';

export interface HttpServer {
  type: 'http' | 'sse';
  url: string;
  headers?: Record<string, string> | undefined;
}

/** How often the library tries a broken event stream again before it gives up. */
const reconnection = { initialReconnectionDelay: 500, maxReconnectionDelay: 10_000, reconnectionDelayGrowFactor: 2, maxRetries: 3 };

/** A server at a URL: streamable HTTP, or the older pair of an event stream and posts. */
export async function httpTransport({ type, url, headers = {} }: HttpServer): Promise<RpcTransport> {
  const { StreamableHTTPClientTransport, SSEClientTransport } = await import('@modelcontextprotocol/client');
  const target = readUrl(url);
  const options = { requestInit: { headers }, fetch: guardedFetch };
  const transport =
    type === 'http'
      ? new StreamableHTTPClientTransport(target, { ...options, reconnectionOptions: reconnection })
      : new SSEClientTransport(target, options);
  return transport as unknown as RpcTransport; // the same three methods and callbacks
}

function readUrl(url: string): URL {
  const target = URL.canParse(url) ? new URL(url) : undefined;
  if (!target || !['http:', 'https:'].includes(target.protocol)) throw new Error(`"${url}" is not an http or https URL`);
  return target;
}

const maxRedirects = 5;

/** Follows redirects within one origin alone: headers may hold secrets that are meant for no other. */
async function guardedFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
  let at = new URL(input);
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await fetch(at, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, at);
    if (next.origin !== at.origin)
      throw new Error(`the server redirects to ${next.origin}, which was not followed. If that is right, configure this address`);
    if (init.method !== undefined && init.method !== 'GET' && ![307, 308].includes(response.status))
      throw new Error(`the server redirects a request to ${next.pathname} in a way that loses it (status ${response.status})`);
    at = next;
  }
  throw new Error(`the server redirects more than ${maxRedirects} times`);
}
