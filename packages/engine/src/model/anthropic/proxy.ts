import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type Socket } from 'node:net';
import * as tls from 'node:tls';
import type { Environment } from '../../port/environment.js';
import { extraCa } from './extra-ca.js';

/** The proxy for an address by `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, or none. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name.toLowerCase()] || env[name];
  if (!proxy || isExempt(url, env.no_proxy || env.NO_PROXY || '')) return undefined;
  const address = proxy.includes('://') ? proxy : `http://${proxy}`;
  if (URL.canParse(address) && /^https?:/i.test(address)) return new URL(address);
  throw new ProxyError(0, `${name} is not the address of an HTTP proxy`);
}

/** The header that tells a proxy who we are, when its address holds a name and password. */
export function proxyHeaders(proxy: URL): Record<string, string> {
  if (!proxy.username) return {};
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** A TLS connection to the target through an HTTP proxy. */
export async function tunnel(proxy: URL, request: { url: URL; env: Environment; signal: AbortSignal; timeoutMs: number }): Promise<Socket> {
  const host = request.url.hostname.replace(/^\[|\]$/g, '');
  const raw = await connectThrough(proxy, `${request.url.hostname}:${request.url.port || '443'}`, request);
  return tls.connect({ socket: raw, host, ...extraCa(request.url, request.env), ...(isIP(host) === 0 && { servername: host }) });
}

function connectThrough(proxy: URL, target: string, options: { signal: AbortSignal; timeoutMs: number }): Promise<Socket> {
  const secure = proxy.protocol === 'https:';
  return new Promise<Socket>((resolve, reject) => {
    const connect = (secure ? https : http).request({
      method: 'CONNECT',
      host: proxy.hostname,
      port: proxy.port || (secure ? 443 : 80),
      path: target,
      headers: { host: target, ...proxyHeaders(proxy) },
      agent: false,
      signal: options.signal,
    });
    const timer = setTimeout(() => connect.destroy(new ProxyError(0, `${proxy.host} did not answer`)), options.timeoutMs);
    connect.once('close', () => clearTimeout(timer));
    connect.once('connect', (response, socket) => {
      clearTimeout(timer);
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new ProxyError(response.statusCode ?? 0));
    });
    connect.once('error', (error) => reject(ProxyError.ifUnreachable(proxy, error)));
    connect.end();
  });
}

/** The proxy refused to connect us, or is not there. */
export class ProxyError extends Error {
  readonly code = 'EPROXY';
  constructor(
    readonly status: number,
    message = status === 407 ? 'it wants credentials (407)' : `it answered ${status}`,
  ) {
    super(message);
  }

  /** Tells a proxy that cannot be reached from a connection that broke later. */
  static ifUnreachable(proxy: URL, error: NodeJS.ErrnoException): Error {
    return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)$/.test(error.code ?? '')
      ? new ProxyError(0, `${proxy.host} cannot be reached (${error.code})`)
      : error;
  }
}

function isExempt(url: URL, list: string): boolean {
  const host = url.hostname.toLowerCase();
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => entry === '*' || matches(entry.toLowerCase(), host, port));
}

/** An entry is a host or a domain, perhaps with a port; an IPv6 address with a port stands in brackets. */
function matches(entry: string, host: string, port: string): boolean {
  const [, name = entry, wanted] =
    /^(.*?)(?::(\d+))?$/.exec(entry.split(':').length > 2 && !entry.startsWith('[') ? `[${entry}]` : entry) ?? [];
  if (wanted !== undefined && wanted !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  return host === domain || host.endsWith(`.${domain}`);
}
