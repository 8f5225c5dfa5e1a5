import * as http from 'node:http';
import type { Socket } from 'node:net';
import * as tls from 'node:tls';
import type { Environment } from '../../port/environment.js';

/** The proxy for an address by `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, or none. */
export function proxyFor(url: URL, env: Environment): URL | undefined {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const proxy = env[name.toLowerCase()] || env[name];
  if (!proxy || isExempt(url, env.no_proxy || env.NO_PROXY || '')) return undefined;
  return new URL(proxy.includes('://') ? proxy : `http://${proxy}`);
}

/** The header that tells a proxy who we are, when its address holds a name and password. */
export function proxyHeaders(proxy: URL): Record<string, string> {
  if (!proxy.username) return {};
  const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` };
}

/** A TLS connection to the target through an HTTP proxy. */
export async function tunnel(proxy: URL, target: URL, signal: AbortSignal): Promise<Socket> {
  const port = target.port || '443';
  const raw = await new Promise<Socket>((resolve, reject) => {
    const connect = http.request({
      method: 'CONNECT',
      host: proxy.hostname,
      port: proxy.port || 80,
      path: `${target.hostname}:${port}`,
      headers: { host: `${target.hostname}:${port}`, ...proxyHeaders(proxy) },
      agent: false,
      signal,
    });
    connect.once('connect', (response, socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new ProxyError(response.statusCode ?? 0));
    });
    connect.once('error', reject);
    connect.end();
  });
  return tls.connect({ socket: raw, servername: target.hostname });
}

/** The proxy refused to connect us. */
export class ProxyError extends Error {
  readonly code = 'EPROXY';
  constructor(readonly status: number) {
    super(`the proxy answered ${status}`);
  }
}

function isExempt(url: URL, list: string): boolean {
  return list
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [host, port] = entry.replace(/^\*?\./, '').split(':');
      if (port !== undefined && port !== url.port) return false;
      return url.hostname === host || url.hostname.endsWith(`.${host}`);
    });
}
