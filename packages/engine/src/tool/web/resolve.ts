import { lookup, type LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { promisify } from 'node:util';
import { isPublicAddress } from './address.js';
import { RefusedAddress } from './refused.js';
import { hostOf, privateRefusal, type TargetOptions } from './target.js';

/** Finds every address of a host. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** Resolves with the means of the system, hosts file included. */
export const systemResolve: Resolve = (host) => promisify(lookup)(host, { all: true });

/** Resolves a host once and judges every address it has: one that is not public refuses them all. */
export async function judgedAddresses(url: URL, options: TargetOptions, resolve: Resolve = systemResolve): Promise<LookupAddress[]> {
  const host = hostOf(url);
  const family = isIP(host);
  const addresses = family === 0 ? await resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new RefusedAddress(`${host} has no address.`);
  if (!options.allowPrivate && !addresses.every(({ address }) => isPublicAddress(address))) throw new RefusedAddress(privateRefusal(host));
  return addresses;
}
