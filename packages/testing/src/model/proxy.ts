import { once } from 'node:events';
import * as http from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface ProxyOptions {
  /** `name:password` that clients must show. */
  credentials?: string;
}

/** An HTTP proxy on this machine that notes what goes through it: plain requests and tunnels. */
export class ScriptedProxy {
  /** What was asked for: `POST http://…` for a plain request, `CONNECT host:port` for a tunnel. */
  readonly seen: string[] = [];
  readonly #server: http.Server;
  readonly #options: ProxyOptions;
  readonly #sockets = new Set<Socket>();

  private constructor(server: http.Server, options: ProxyOptions) {
    this.#server = server;
    this.#options = options;
  }

  /** Starts a proxy. */
  static async start(options: ProxyOptions = {}): Promise<ScriptedProxy> {
    const server = http.createServer();
    const proxy = new ScriptedProxy(server, options);
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => proxy.#forward(request, response));
    server.on('connect', (request: http.IncomingMessage, socket: Socket) => proxy.#tunnel(request, socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    server.unref();
    return proxy;
  }

  /** Its address, with a name and password when it wants them and they are given. */
  url(credentials?: string): string {
    return `http://${credentials === undefined ? '' : `${credentials}@`}127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    this.seen.push(`${request.method} ${request.url}`);
    if (!this.#isAllowed(request)) return void response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end();
    const { 'proxy-authorization': _, ...headers } = request.headers;
    const onward = http.request(request.url ?? '', { method: request.method, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  }

  #tunnel(request: http.IncomingMessage, socket: Socket): void {
    this.seen.push(`CONNECT ${request.url}`);
    if (!this.#isAllowed(request)) return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    for (const end of [socket, onward]) {
      this.#sockets.add(end);
      end.on('error', () => [socket, onward].forEach((each) => each.destroy()));
      end.on('close', () => this.#sockets.delete(end));
    }
  }

  #isAllowed(request: http.IncomingMessage): boolean {
    const { credentials } = this.#options;
    return credentials === undefined || request.headers['proxy-authorization'] === `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
}
