import { isIP } from 'node:net';

/** Which hosts a confined command may reach. */
export interface HostRules {
  allowed: readonly string[];
  denied: readonly string[];
}

const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** The plain form of a host name or address, or nothing when it is no well-formed one: then it must be refused. */
export function plainHost(host: string): string | undefined {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  if (isIP(bare) === 4) return bare;
  if (isIP(bare) === 6) return bare.includes('%') ? undefined : new URL(`http://[${bare}]`).hostname.slice(1, -1); // the one short form
  const name = bare.toLowerCase().replace(/\.$/, '');
  if (name.length === 0 || name.length > 253) return undefined;
  const labels = name.split('.');
  // A last label of digits alone would be read as an address by some and as a name by others.
  return labels.every((each) => label.test(each)) && !/^(0x[0-9a-f]*|\d+)$/.test(labels.at(-1)!) ? name : undefined;
}

/** True when the rules let a command reach this host. What is denied is never allowed; what is malformed matches nothing. */
export function isAllowedHost(host: string, rules: HostRules): boolean {
  const plain = plainHost(host);
  if (plain === undefined) return false;
  return !rules.denied.some((rule) => matches(plain, rule)) && rules.allowed.some((rule) => matches(plain, rule));
}

/** True when a rule names exactly this host rather than a family it belongs to. */
export function isNamed(host: string, rules: HostRules): boolean {
  const plain = plainHost(host);
  return plain !== undefined && rules.allowed.some((rule) => plainHost(rule) === plain);
}

/** Addresses of this machine and of its links, where services live that trust whoever reaches them. */
export function isLocalAddress(address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  return /^(0|127)\.|^169\.254\./.test(mapped) || /^(::1?|fe[89ab][0-9a-f]:.*|::ffff:.*)$/i.test(mapped);
}

function matches(host: string, rule: string): boolean {
  if (rule === '*') return true;
  if (!rule.startsWith('*.')) return plainHost(rule) === host;
  const parent = plainHost(rule.slice(2));
  return parent !== undefined && isIP(host) === 0 && host.endsWith(`.${parent}`);
}
