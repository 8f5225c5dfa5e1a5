const maxRedirects = 5;

/** Follows redirects within one origin alone: headers may hold secrets that are meant for no other. */
export async function guardedFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
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
