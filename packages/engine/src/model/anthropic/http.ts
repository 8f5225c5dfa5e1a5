import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Readable } from 'node:stream';
import type { Environment } from '../../port/environment.js';
import { proxyFor, proxyHeaders, tunnel } from './proxy.js';

// Shared by all sessions of the process. Idle sockets of a Node agent do not keep the process alive.
const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) };

export interface HttpResponse {
  status: number;
  headers: http.IncomingHttpHeaders;
  /** The body, decompressed. */
  body: Readable;
  /** Drops the connection. */
  destroy(): void;
}

export interface HttpRequest {
  url: URL;
  headers: Record<string, string>;
  body: string;
  env: Environment;
  signal: AbortSignal;
  /** Milliseconds until the first byte of the answer. */
  timeoutMs: number;
}

/** Sends one POST and returns when the headers of the answer are there. Redirects are answers like any other: a key never follows one. */
export async function post(request: HttpRequest): Promise<HttpResponse> {
  const proxy = proxyFor(request.url, request.env);
  const socket = proxy && request.url.protocol === 'https:' ? await tunnel(proxy, request.url, request.signal) : undefined;
  return new Promise((resolve, reject) => {
    const sent = open(request, proxy, socket);
    destroyOnAbort(sent, request.signal);
    const timer = setTimeout(() => sent.destroy(new NoAnswerError(request.timeoutMs)), request.timeoutMs);
    sent.once('response', (response) => {
      clearTimeout(timer);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: decompress(response), destroy: () => sent.destroy() });
    });
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
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
    super(`no answer within ${Math.round(milliseconds / 1000)} s`);
  }
}

function open(request: HttpRequest, proxy: URL | undefined, socket: import('node:net').Socket | undefined): ClientRequest {
  const { url } = request;
  const headers = { ...request.headers, 'content-length': String(Buffer.byteLength(request.body)) };
  const options: RequestOptions = { method: 'POST', headers };
  if (socket) return https.request(url, { ...options, agent: false, createConnection: () => socket });
  if (!proxy) return (url.protocol === 'https:' ? https : http).request(url, { ...options, agent: agents[url.protocol as 'http:'] });
  // A plain request through a proxy names the whole address.
  return http.request({
    ...options,
    host: proxy.hostname,
    port: proxy.port || 80,
    path: url.href,
    headers: { ...headers, host: url.host, ...proxyHeaders(proxy) },
    agent: agents['http:'],
  });
}

function decompress(response: IncomingMessage): Readable {
  switch (response.headers['content-encoding']) {
    case 'gzip':
      return response.pipe(createGunzip());
    case 'deflate':
      return response.pipe(createInflate());
    case 'br':
      return response.pipe(createBrotliDecompress());
    default:
      return response;
  }
}
