import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A web server on this machine that is gone after the test. */
export interface WebServer {
  url: string;
  port: number;
  /** Path and Host header of every request, in order. */
  requests: { path: string; host: string | undefined }[];
}

/** Starts a web server that answers with this function. */
export async function webServer(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<WebServer> {
  const server = createServer();
  const requests: WebServer['requests'] = [];
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    requests.push({ path: request.url ?? '', host: request.headers.host });
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return { url: `http://127.0.0.1:${port}`, port, requests };
}

/** Answers with this text and type. */
export function page(response: ServerResponse, body: string | Buffer, type = 'text/html'): void {
  response.writeHead(200, { 'content-type': type }).end(body);
}
