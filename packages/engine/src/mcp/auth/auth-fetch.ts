import type { Resolve } from '../../tool/web/resolve.js';
import { needReachable } from './address.js';

/** What of an answer is read at most. */
const maxBytes = 1024 * 1024;
const patienceMs = 20_000;
const maxRedirects = 3;

type Fetch = (input: string | URL, init?: RequestInit) => Promise<Response>;

/** Fetches what concerns logging in at a server: every address is judged, answers and time are limited. */
export function createAuthFetch(server: URL, resolve?: Resolve): Fetch {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(patienceMs);
    const signal = init.signal ? AbortSignal.any([init.signal, limit]) : limit;
    let at = new URL(input);
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      await needReachable(at, server, resolve);
      const response = await fetch(at, { ...init, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return limitResponse(response, at);
      await response.body?.cancel();
      at = nextHop(at, new URL(location, at), init);
    }
    throw new Error(`${at.origin} redirects more than ${maxRedirects} times`);
  };
}

/** Only a question that carries nothing is asked again elsewhere. */
function nextHop(from: URL, to: URL, { method = 'GET', headers }: RequestInit): URL {
  if (method !== 'GET' || (to.origin !== from.origin && new Headers(headers).has('authorization')))
    throw new Error(`${from.origin} redirects to ${to.origin}, which was not followed`);
  return to;
}

/** An answer of a bounded size, read to its end. */
export async function limitResponse(response: Response, at: URL): Promise<Response> {
  if (!response.body) return response;
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > maxBytes) throw new Error(`${at.origin} answers with more than ${maxBytes} bytes`);
    parts.push(part);
  }
  const { status, statusText, headers } = response;
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, statusText, headers });
}
