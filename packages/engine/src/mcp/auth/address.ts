import { isIP } from 'node:net';
import { isPublicAddress } from '../../tool/web/address.js';
import { systemResolve, type Resolve } from '../../tool/web/resolve.js';
import { hostOf } from '../../tool/web/target.js';

/** Throws when something secret must not be sent to an address: it is neither https nor this machine. */
export function needSecure(url: URL): void {
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url))) return;
  throw new Error(`${url.origin === 'null' ? url.protocol : url.origin} is not an https address, so nothing secret is sent there`);
}

/**
 * Throws when a server may not lead us to an address. One on the public internet leads to no machine of our
 * own networks, which it could not reach itself.
 */
export async function needReachable(url: URL, server: URL, resolve: Resolve = systemResolve): Promise<void> {
  needSecure(url);
  if (url.hostname === server.hostname) return;
  if ((await isPublic(server, resolve)) && !(await isPublic(url, resolve)))
    throw new Error(
      `the server at ${server.origin} is on the public internet and leads to ${url.host}, which is not; that is not followed`,
    );
}

function isLoopback(url: URL): boolean {
  const host = hostOf(url);
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

async function isPublic(url: URL, resolve: Resolve): Promise<boolean> {
  if (isLoopback(url)) return false;
  const host = hostOf(url);
  if (isIP(host) !== 0) return isPublicAddress(host);
  try {
    return (await resolve(host)).every(({ address }) => isPublicAddress(address));
  } catch {
    return true; // a name without an address: nothing can be reached by it, and whoever tries says so
  }
}
