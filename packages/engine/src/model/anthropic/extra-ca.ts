import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import type { Environment } from '../../port/environment.js';

const known = new Map<string, string[]>();

/** The certificates to trust when a session's `NODE_EXTRA_CA_CERTS` is not the one this process was started with. */
export function extraCa(url: URL, env: Environment): { ca?: string[] } {
  const path = env.NODE_EXTRA_CA_CERTS;
  if (url.protocol !== 'https:' || !path || path === process.env.NODE_EXTRA_CA_CERTS) return {};
  const ca = known.get(path) ?? [...rootCertificates, readFileSync(path, 'utf8')];
  known.set(path, ca);
  return { ca };
}
