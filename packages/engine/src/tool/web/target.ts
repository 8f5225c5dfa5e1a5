import { isIP } from 'node:net';
import { isPublicAddress } from './address.js';
import { RefusedAddress } from './refused.js';

export interface TargetOptions {
  /** Addresses of this machine and its networks may be fetched too. */
  allowPrivate: boolean;
}

/**
 * The address to fetch, read strictly: every reader of it must see the same host. Plain http becomes
 * https, except for machines of the own network where those are allowed.
 */
export function parseTarget(text: string, options: TargetOptions): URL {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  if (authority === undefined) throw new RefusedAddress('Only http:// and https:// addresses can be fetched.');
  if (/[\s\p{Cc}\\]/u.test(text)) throw new RefusedAddress('The address holds blanks, control characters or backslashes.');
  if (authority.includes('@')) throw new RefusedAddress('The address holds a user name or password, which is not allowed.');
  if (authority.includes('%') || !URL.canParse(text)) throw new RefusedAddress('The address is not valid.');
  const url = new URL(text);
  url.hash = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  const host = hostOf(url);
  const local = isLocalHost(host);
  if (isIP(host) === 0 && !isHostName(host)) throw new RefusedAddress(`"${host}" is not a host name.`);
  if (local && !options.allowPrivate) throw new RefusedAddress(privateRefusal(host));
  if (!options.allowPrivate && url.port !== '' && url.port !== '80' && Number(url.port) < 1024)
    throw new RefusedAddress(`Port ${url.port} is not a port of the web.`);
  if (!local) url.protocol = 'https:';
  return url;
}

/** The host of an address as it is resolved: no brackets around IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** Why an address of the own network is not fetched. */
export function privateRefusal(host: string): string {
  return `${host} is not on the public internet. Set INBOARD_FETCH_PRIVATE=1 to allow addresses of this machine and its networks.`;
}

/** Names and addresses that can only mean this machine or its networks. */
function isLocalHost(host: string): boolean {
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|home\.arpa)$/.test(host);
}

/** Letters, digits and inner hyphens; other scripts have been turned into those (IDNA). */
function isHostName(host: string): boolean {
  return host.length <= 253 && host.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label));
}
