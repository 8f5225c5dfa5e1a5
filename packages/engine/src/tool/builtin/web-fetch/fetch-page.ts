import { envFlag, type Environment } from '../../../port/environment.js';
import { version } from '../../../version.js';
import { get, type GetResponse } from '../../web/get.js';
import { RefusedAddress } from '../../web/refused.js';
import type { Resolve } from '../../web/resolve.js';
import { parseTarget } from '../../web/target.js';
import { pageHead, type Page } from './page.js';
import { readPage } from './read-page.js';

const maxBytes = 10 * 1024 * 1024;
const timeoutMs = 30_000;
const maxHops = 10;

export interface FetchOptions {
  env: Environment;
  signal: AbortSignal;
  resolve?: Resolve;
}

/** Whether addresses of this machine and its networks may be fetched. */
export function allowsPrivate(env: Environment): boolean {
  return envFlag(env, 'INBOARD_FETCH_PRIVATE');
}

/** Reads a page. Redirects are followed on the same host only, each judged like the first address. Rejects with a RefusedAddress or what the network said. */
export async function fetchPage(url: URL, options: FetchOptions): Promise<Page> {
  const allowPrivate = allowsPrivate(options.env);
  const headers = { accept: 'text/markdown, text/html;q=0.9, */*;q=0.5', 'user-agent': `inboard/${version} (reads a page for its user)` };
  for (let hop = 0, at = url; hop <= maxHops; hop += 1) {
    const answer = await get({ ...options, url: at, headers, timeoutMs, maxBytes, allowPrivate });
    const location = isRedirect(answer.status) ? answer.headers.location : undefined;
    if (location === undefined) return readPage(at, answer, options.signal);
    if (!URL.canParse(location, at.href)) throw new RefusedAddress(`${at.href} redirects to an address that is not valid.`);
    const next = new URL(location, at);
    const judged = parseTarget(next.href, { allowPrivate });
    if (judged.host !== at.host) return elsewhere(at, answer, next);
    at = judged;
  }
  throw new RefusedAddress(`${url.href} redirects more than ${maxHops} times.`);
}

function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

function elsewhere(at: URL, answer: GetResponse, next: URL): Page {
  const text = `${at.href} redirects to another host, which was not followed: ${next.href}\nCall WebFetch with that address if it is the one you want.`;
  return { ...pageHead(at, answer), text, problem: 'redirect' };
}
