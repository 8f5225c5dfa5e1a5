import type { LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import type { Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { proxyFor, proxyHeaders, tunnel } from '../../model/anthropic/proxy.js';
import type { Environment } from '../../port/environment.js';
import { RefusedAddress } from './refused.js';
import { judgedAddresses, type Resolve } from './resolve.js';

export interface GetRequest {
  /** As `parseTarget` gave it. */
  url: URL;
  headers: Record<string, string>;
  env: Environment;
  signal: AbortSignal;
  /** For the whole answer, from the first packet to the last. */
  timeoutMs: number;
  /** Of the answer, unpacked. */
  maxBytes: number;
  allowPrivate: boolean;
  resolve?: Resolve;
}

export interface GetResponse {
  status: number;
  statusText: string;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}

/** Reads one address. Redirects are answers like any other. Rejects when nothing, too much or nothing in time came. */
export async function get(request: GetRequest): Promise<GetResponse> {
  const controller = new AbortController();
  const abort = () => controller.abort(request.signal.reason);
  const timer = setTimeout(() => controller.abort(new Error(`no whole answer within ${request.timeoutMs / 1000} s`)), request.timeoutMs);
  request.signal.addEventListener('abort', abort, { once: true });
  if (request.signal.aborted) abort();
  try {
    return await exchange(request, controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', abort);
  }
}

async function exchange(request: GetRequest, signal: AbortSignal): Promise<GetResponse> {
  const sent = await open(request, signal);
  try {
    const response = await new Promise<http.IncomingMessage>((resolve, reject) => sent.once('response', resolve).on('error', reject).end());
    const body = await readWhole(unpacked(response), request.maxBytes);
    return { status: response.statusCode ?? 0, statusText: response.statusMessage ?? '', headers: response.headers, body };
  } finally {
    sent.destroy();
  }
}

/** Milliseconds a proxy may take to connect us. */
const proxyTimeoutMs = 30_000;

/** Opens the request: to the very addresses that were judged, or to the proxy of the environment. */
async function open(request: GetRequest, signal: AbortSignal): Promise<http.ClientRequest> {
  const { url } = request;
  const options: https.RequestOptions = { headers: { ...request.headers, 'accept-encoding': 'gzip, deflate, br' }, signal, agent: false };
  const proxy = proxyFor(url, request.env);
  if (!proxy) {
    const addresses = await judgedAddresses(url, request, request.resolve);
    return requesterFor(url)(url, { ...options, lookup: (_host, { all }, done) => answerLookup(addresses, all === true, done) });
  }
  await judgeBehindProxy(request);
  if (url.protocol === 'https:') {
    const socket = await tunnel(proxy, { url, env: request.env, signal, timeoutMs: proxyTimeoutMs });
    return https.request(url, { ...options, createConnection: () => socket });
  }
  const headers = { ...(options.headers as http.OutgoingHttpHeaders), host: url.host, ...proxyHeaders(proxy) };
  return requesterFor(proxy)({
    ...options,
    host: proxy.hostname,
    port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
    path: url.href,
    headers,
  });
}

const requesterFor = (url: URL) => (url.protocol === 'https:' ? https.request : http.request);

type LookupDone = (error: null, address: string | LookupAddress[], family?: number) => void;

function answerLookup(addresses: LookupAddress[], all: boolean, done: LookupDone): void {
  if (all) done(null, addresses);
  else done(null, addresses[0]!.address, addresses[0]!.family); // there is one, or it had been refused
}

/** Behind a proxy this machine may know no names at all; then the proxy is the judge. */
async function judgeBehindProxy(request: GetRequest): Promise<void> {
  try {
    await judgedAddresses(request.url, request, request.resolve);
  } catch (error) {
    if (error instanceof RefusedAddress) throw error;
  }
}

function unpacked(response: http.IncomingMessage): Readable {
  const unpack = unpackers[response.headers['content-encoding'] ?? ''];
  return unpack ? pipeline(response, unpack(), () => undefined) : response; // the reader sees the error
}

const unpackers: Record<string, () => Duplex> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

async function readWhole(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the answer is larger than ${Math.round(maxBytes / 1024 / 1024)} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
