import type { ClientRequest, IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import type { Environment } from '../../port/environment.js';
import { extraCa } from './extra-ca.js';
import { ProxyError, proxyFor, proxyHeaders, tunnel } from './proxy.js';

// Shared by all sessions of the process. Idle sockets of a Node agent do not keep the process alive.
const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The body, decompressed. */
  body: Readable;
  /** Drops the connection. */
  destroy(): void;
  /** Lets the process end while the rest of the answer is still coming in. */
  unref(): void;
}

export interface HttpRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Record<string, string>;
  body: string;
  env: Environment;
  signal: AbortSignal;
  /** Milliseconds until the first byte of the answer. */
  timeoutMs: number;
}

/** Sends one request and returns when the headers of the answer are there. Redirects are answers like any other: a key never follows one. */
export async function send(request: HttpRequest): Promise<HttpResponse> {
  const proxy = proxyFor(request.url, request.env);
  const socket = proxy && request.url.protocol === 'https:' ? await tunnel(proxy, request) : undefined;
  return new Promise((resolve, reject) => {
    const sent = open(request, proxy, socket);
    destroyOnAbort(sent, request.signal);
    const timer = setTimeout(() => sent.destroy(new NoAnswerError(request.timeoutMs)), request.timeoutMs);
    sent.once('response', (response) => {
      clearTimeout(timer);
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: decompress(response),
        destroy: () => sent.destroy(),
        unref: () => sent.socket?.unref(),
      });
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(proxy && !socket ? ProxyError.ifUnreachable(proxy, error) : error);
    });
    sent.end(request.body);
  });
}

/**
 * An agent would hand a `signal` on to its socket, which outlives the request and belongs to the next
 * one then; and an error given to `destroy` would come out of a socket that nobody listens to any more.
 */
function destroyOnAbort(sent: ClientRequest, signal: AbortSignal): void {
  const abort = () => void sent.destroy();
  if (signal.aborted) return abort();
  signal.addEventListener('abort', abort, { once: true });
  sent.once('close', () => signal.removeEventListener('abort', abort));
}

/** The server took the request and said nothing for too long. */
export class NoAnswerError extends Error {
  readonly code = 'ETIMEDOUT';
  constructor(milliseconds: number) {
    super(`none within ${milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 1000)} s`}`);
  }
}

function open(request: HttpRequest, proxy: URL | undefined, socket: import('node:net').Socket | undefined): ClientRequest {
  const { url } = request;
  const headers = { ...request.headers, ...(request.body !== '' && { 'content-length': String(Buffer.byteLength(request.body)) }) };
  const options: https.RequestOptions = { method: request.method, headers, ...extraCa(url, request.env) };
  if (socket) return https.request(url, { ...options, agent: false, createConnection: () => socket });
  if (!proxy) return (url.protocol === 'https:' ? https : http).request(url, { ...options, agent: agents[url.protocol as 'http:'] });
  // A plain request through a proxy names the whole address.
  const { request: connect } = proxy.protocol === 'https:' ? https : http;
  return connect({
    ...options,
    host: proxy.hostname,
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: url.href,
    headers: { ...headers, host: url.host, ...proxyHeaders(proxy) },
    agent: agents[proxy.protocol as 'http:'],
  });
}

function decompress(response: IncomingMessage): Readable {
  const unpack = unpackers[response.headers['content-encoding'] ?? ''];
  // The caller reads the unpacked end, where a broken connection shows as an error too.
  return unpack ? pipeline(response, unpack(), () => undefined) : response;
}

const unpackers: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};
