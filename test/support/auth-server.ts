import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What an authorization server for tests does differently. */
export interface AuthServerOptions {
  /** Changes what it says of itself. */
  metadata?: (metadata: Record<string, unknown>) => Record<string, unknown>;
  /** Answers in our place; returns true when it did. */
  intercept?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** An OAuth authorization server: discovery, registration, codes with PKCE, refresh tokens that change with each use. */
export class AuthServer {
  /** Every request to it, as "METHOD /path". */
  readonly requests: string[] = [];
  readonly #server: Server;
  readonly #options: AuthServerOptions;
  readonly #clients = new Map<string, { redirect_uris: string[] }>();
  readonly #codes = new Map<string, { client: string; challenge: string; redirect: string }>();
  readonly #access = new Set<string>();
  readonly #refresh = new Set<string>();

  private constructor(options: AuthServerOptions) {
    this.#options = options;
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(options: AuthServerOptions = {}): Promise<AuthServer> {
    const server = new AuthServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Whether a request carries a token of ours that still counts. */
  accepts({ headers }: IncomingMessage): boolean {
    return this.#access.has((headers.authorization ?? '').replace(/^Bearer /, ''));
  }

  /** Makes every access token run out. */
  expire(): void {
    this.#access.clear();
  }

  /** Takes back what tokens can be renewed with. */
  revoke(): void {
    this.#refresh.clear();
  }

  /** How often tokens were renewed. */
  get renewals(): number {
    return this.requests.filter((line) => line === 'POST /token refresh_token').length;
  }

  /** A pair of tokens, as if somebody had logged in. */
  issue(): { access_token: string; refresh_token: string; token_type: string; expires_in: number } {
    const tokens = {
      access_token: `access-${randomUUID()}`,
      refresh_token: `refresh-${randomUUID()}`,
      token_type: 'Bearer',
      expires_in: 3600,
    };
    this.#access.add(tokens.access_token);
    this.#refresh.add(tokens.refresh_token);
    return tokens;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '/', this.url);
    const form = new URLSearchParams(body);
    this.requests.push(`${request.method} ${url.pathname}${form.has('grant_type') ? ` ${form.get('grant_type')}` : ''}`);
    if (this.#options.intercept?.(request, response)) return;
    if (url.pathname === '/.well-known/oauth-authorization-server') return json(response, 200, this.#metadata());
    if (url.pathname === '/register') return this.#register(response, JSON.parse(body) as { redirect_uris: string[] });
    if (url.pathname === '/authorize') return this.#authorize(response, url.searchParams);
    if (url.pathname === '/token') return this.#token(response, form);
    json(response, 404, {});
  }

  #metadata(): Record<string, unknown> {
    const metadata = {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    };
    return this.#options.metadata?.(metadata) ?? metadata;
  }

  #register(response: ServerResponse, asked: { redirect_uris: string[] }): void {
    const client_id = randomUUID();
    this.#clients.set(client_id, asked);
    json(response, 201, { ...asked, client_id });
  }

  /** Says yes at once: a person at the browser did. */
  #authorize(response: ServerResponse, asked: URLSearchParams): void {
    const redirect = asked.get('redirect_uri') ?? '';
    const client = asked.get('client_id') ?? '';
    if (!this.#clients.get(client)?.redirect_uris.includes(redirect) || asked.get('code_challenge_method') !== 'S256')
      return json(response, 400, { error: 'invalid_request' });
    const code = randomUUID();
    this.#codes.set(code, { client, challenge: asked.get('code_challenge') ?? '', redirect });
    const back = new URL(redirect);
    back.search = String(new URLSearchParams({ code, state: asked.get('state') ?? '' }));
    response.writeHead(302, { location: back.href }).end();
  }

  #token(response: ServerResponse, form: URLSearchParams): void {
    const isGood = form.get('grant_type') === 'refresh_token' ? this.#refresh.delete(form.get('refresh_token') ?? '') : this.#redeem(form);
    json(response, isGood ? 200 : 400, isGood ? this.issue() : { error: 'invalid_grant' });
  }

  #redeem(form: URLSearchParams): boolean {
    const code = this.#codes.get(form.get('code') ?? '');
    this.#codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return code?.challenge === challenge && code.redirect === form.get('redirect_uri') && code.client === form.get('client_id');
  }
}

/** Makes an MCP server ask who comes: the way in is told as the protocol says. */
export function protectedBy(auth: () => AuthServer): (request: IncomingMessage, response: ServerResponse) => boolean {
  return (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
      json(response, 200, { resource: `${origin}/mcp`, authorization_servers: [auth().url] });
      return true;
    }
    if (request.url !== '/mcp') {
      json(response, 404, {});
      return true;
    }
    if (auth().accepts(request)) return false;
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
    return true;
  };
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
