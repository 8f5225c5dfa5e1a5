import { isIP } from 'node:net';

/** An address as a page would be fetched from it. */
export interface WebAddress {
  /** The host: lower case, no trailing dot. */
  host: string;
  /** Set when an approval must not rely on the address: odd characters, a password, another scheme. */
  problem?: string;
}

/** Reads an address strictly. Undefined when there is no host in it at all. */
export function readAddress(url: unknown): WebAddress | undefined {
  if (typeof url !== 'string' || url.length > 8192 || !URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  const host = parsed.hostname.toLowerCase().replace(/\.$/, '');
  if (host === '') return undefined;
  const problem = problemOf(url, parsed, host);
  return { host, ...(problem !== undefined && { problem }) };
}

function problemOf(url: string, parsed: URL, host: string): string | undefined {
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    return `only http and https addresses can be approved by rule, not ${parsed.protocol}`;
  if (parsed.username !== '' || parsed.password !== '') return 'the address carries a user name or password';
  const authority = /^https?:\/\/([^/?#]*)/i.exec(url)?.[1];
  if (authority === undefined || /[\s\\\p{C}]/u.test(url)) return 'the address is not written in the plain form https://host/path';
  const written = authority.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
  if (written !== host && written.normalize('NFC') !== written) return 'the host is written in an unusual form';
  if (isIP(bare(host)) === 0 && !/^[a-z0-9]([a-z0-9_.-]*[a-z0-9])?$/.test(host)) return 'the host has characters that no host name has';
  if (written !== host && (/^[\x21-\x7e]*$/.test(written) || !/(^|\.)xn--/.test(host))) return 'the host is written in an unusual form';
  return undefined;
}

/** A test for hosts by a `domain:` rule: exact, `*.h` for subdomains only, `*` elsewhere within one label. */
export function domainTest(pattern: string): (host: string) => boolean {
  const wanted = pattern.trim().toLowerCase().replace(/\.$/, '');
  if (wanted === '*') return () => true;
  const ascii = wanted.split('.').map(toAscii);
  if (wanted.startsWith('*.')) {
    const rest = ascii.slice(1);
    return (host) => {
      const labels = host.split('.');
      return labels.length > rest.length && labelsMatch(rest, labels.slice(-rest.length));
    };
  }
  return (host) => labelsMatch(ascii, isIP(bare(host)) === 6 ? [host] : host.split('.'));
}

function labelsMatch(patterns: readonly string[], labels: readonly string[]): boolean {
  return patterns.length === labels.length && patterns.every((pattern, at) => labelMatches(pattern, labels[at]!));
}

function labelMatches(pattern: string, label: string): boolean {
  if (!pattern.includes('*')) return pattern === label;
  if (pattern === '*') return label !== '';
  const source = pattern.split('*').map((piece) => piece.replace(/[^a-z0-9]/g, '\\$&'));
  return new RegExp(`^${source.join('[a-z0-9_-]*')}$`).test(label);
}

function toAscii(label: string): string {
  if (/^[\x21-\x7e]*$/.test(label)) return label;
  return URL.canParse(`http://${label}`) ? new URL(`http://${label}`).hostname : label;
}

function bare(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

/** True for hosts that are not the public web: this machine, the local network, the metadata service of a cloud. */
export function isLocalHost(host: string): boolean {
  const address = bare(host);
  if (isIP(address) === 4) return isLocalV4(address);
  if (isIP(address) === 6) return isLocalV6(address);
  return !host.includes('.') || /(^|\.)(localhost|local|internal|lan|home|intranet|localdomain|home\.arpa)$/.test(host);
}

function isLocalV4(address: string): boolean {
  const [a = 0, b = 0] = address.split('.').map(Number);
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168)
  );
}

function isLocalV6(address: string): boolean {
  const mapped = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address);
  if (mapped !== null) {
    const high = parseInt(mapped[1]!, 16);
    return isLocalV4(`${high >> 8}.${high & 255}.0.0`);
  }
  return address === '::' || address === '::1' || /^(f[cd]|fe[89ab]|ff|64:ff9b)/.test(address);
}
