import {
  createServer as createHttpServer,
  request as httpRequest,
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { errorText } from '@inboard/wire';
import { dial, join, RefusedHost } from './dial.js';
import type { HostRules } from './host-rule.js';
import { multiplex } from './multiplex.js';
import { serveSocks } from './socks.js';

/** The only way out of a sandbox. */
export interface SandboxProxy {
  /** Serves the forwarder at the other end of a link until the link ends. */
  serve(link: Socket): void;
  close(): void;
}

/** Speaks HTTP (CONNECT and plain) and SOCKS5 with commands, told apart by the first byte. Every host is judged by the rules. */
export function startProxy(rules: HostRules): SandboxProxy {
  const http = httpProxy(rules);
  return linkServer((client) => {
    client.on('error', () => client.destroy()); // a client that goes away needs no answer
    client.once('data', (first: Buffer) => route(client, first, http, rules));
  });
}

/** Passes everything on to a proxy that the user runs on this machine. */
export function startRelay(port: number): SandboxProxy {
  return linkServer((client) => join(client, connect({ host: '127.0.0.1', port })));
}

/** Takes links apart: each connection of a command is a stream of its own, with its own flow. */
function linkServer(onClient: (client: Duplex) => void): SandboxProxy {
  const links = new Set<Socket>();
  return {
    serve: (link) => {
      links.add(link.once('close', () => links.delete(link)).on('error', () => link.destroy())); // the sandbox has ended
      multiplex(Duplex, link, onClient);
      link.unref();
    },
    close: () => {
      for (const link of links) link.destroy();
    },
  };
}

function route(client: Duplex, first: Buffer, http: HttpServer, rules: HostRules): void {
  if (first[0] === 5) {
    void serveSocks(client, first, (host, port) => dial(host, port, rules)).catch(() => client.destroy()); // it went away in the middle
    return;
  }
  client.pause();
  client.unshift(first);
  http.emit('connection', client);
  client.resume();
}

function httpProxy(rules: HostRules): HttpServer {
  const server = createHttpServer((request, response) => void forward(request, response, rules));
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => void tunnel(request, client, head, rules));
  return server;
}

async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer, rules: HostRules): Promise<void> {
  const [, host, port] = /^(\[[0-9a-f:.]+\]|[^:[\]]+):(\d{1,5})$/i.exec(request.url ?? '') ?? [];
  try {
    if (host === undefined) throw new RefusedHost(`The sandbox cannot make out the host in ${JSON.stringify(request.url)}.`);
    const upstream = await dial(host, Number(port), rules);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    if (head.length > 0) upstream.write(head);
    join(client, upstream);
  } catch (error) {
    const { status, text } = explain(error);
    client.end(
      `HTTP/1.1 ${status}\r\ncontent-type: text/plain\r\ncontent-length: ${Buffer.byteLength(text)}\r\nconnection: close\r\n\r\n${text}`,
    );
  }
}

async function forward(request: IncomingMessage, response: ServerResponse, rules: HostRules): Promise<void> {
  try {
    const url = new URL(request.url ?? '');
    if (url.protocol !== 'http:') throw new RefusedHost('The sandbox forwards http addresses; others need CONNECT.');
    const socket = await dial(url.hostname, Number(url.port || 80), rules);
    const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = request.headers;
    const sent = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, connection: 'close' },
    });
    sent.once('response', (answer) => answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)));
    sent.once('error', (error) => refuse(response, error));
    request.pipe(sent);
  } catch (error) {
    refuse(response, error);
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  const { status, text } = explain(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(Number.parseInt(status, 10), { 'content-type': 'text/plain', connection: 'close' }).end(text);
}

function explain(error: unknown): { status: string; text: string } {
  if (error instanceof RefusedHost) return { status: '403 Forbidden', text: `${error.message}\n` };
  return { status: '502 Bad Gateway', text: `The sandbox could not connect: ${errorText(error)}\n` };
}
