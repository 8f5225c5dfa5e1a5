import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Rpc = { id?: unknown; method: string; params?: { name?: string; arguments?: Record<string, unknown>; protocolVersion?: string } };

/** What a small HTTP server does besides answering. */
export interface HttpMcpOptions {
  /** Answers in our place; returns true when it did. */
  intercept?: (request: IncomingMessage, response: ServerResponse, body: string) => boolean;
  /** Serves the older pair of an event stream and posts. */
  sse?: boolean;
}

/** An MCP server over HTTP with one tool, `say`. Sessions can be forgotten. */
export class HttpMcpServer {
  readonly requests: { method: string; headers: IncomingMessage['headers']; rpc: string | undefined }[] = [];
  readonly #server: Server;
  readonly #options: HttpMcpOptions;
  #session = 0;
  #stream: ServerResponse | undefined;

  private constructor(options: HttpMcpOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(options: HttpMcpOptions = {}): Promise<HttpMcpServer> {
    const server = new HttpMcpServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/mcp`;
  }

  /** Loses every session. */
  forget(): void {
    this.#session += 1;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const rpc = body === '' ? undefined : (JSON.parse(body) as Rpc);
    this.requests.push({ method: request.method ?? '', headers: request.headers, rpc: rpc?.method });
    if (this.#options.intercept?.(request, response, body)) return;
    if (request.method === 'GET') return this.#openStream(response);
    if (request.method === 'DELETE' || !rpc) return void response.writeHead(200).end();
    const isNew = rpc.method === 'initialize';
    if (!this.#options.sse && !isNew && request.headers['mcp-session-id'] !== String(this.#session))
      return void response.writeHead(404).end('no such session');
    const answer = JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: resultOf(rpc) });
    if (rpc.id === undefined) return void response.writeHead(202).end();
    if (this.#options.sse) {
      response.writeHead(202).end();
      this.#stream?.write(`event: message\ndata: ${answer}\n\n`);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json', ...(isNew && { 'mcp-session-id': String(this.#session) }) }).end(answer);
  }

  #openStream(response: ServerResponse): void {
    if (!this.#options.sse) return void response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: endpoint\ndata: /mcp\n\n');
    this.#stream = response;
  }
}

function resultOf({ method, params }: Rpc): object {
  if (method === 'initialize')
    return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'web', version: '1' } };
  if (method === 'tools/list') return { tools: [{ name: 'say', inputSchema: { type: 'object' } }] };
  return { content: [{ type: 'text', text: `heard ${String(params?.arguments?.words)}` }] };
}
