import { errorText, type McpServerConfigForProcessTransport, type McpServerStatus, type Peer } from '@inboard/wire';
import type { Client } from '@modelcontextprotocol/client';
import { envNumber, type Environment } from '../port/environment.js';
import { version } from '../version.js';
import type { RpcTransport } from './rpc-transport.js';
import { HostTransport } from './transport/host.js';
import { StdioTransport } from './transport/stdio.js';

/** A tool as a server lists it. */
export interface ListedTool {
  name: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean; openWorldHint?: boolean; title?: string };
}

export interface ConnectionOptions {
  name: string;
  config: McpServerConfigForProcessTransport;
  cwd: string;
  env: Environment;
  peer: Peer<'engine'>;
  /** Told when the state or the tools of the server change. */
  onChange: () => void;
  debugLog?: (line: string) => void;
}

/** One MCP server: how to reach it, its state and its tools. */
export class McpConnection {
  readonly name: string;
  readonly config: McpServerConfigForProcessTransport;
  tools: readonly ListedTool[] = [];
  #status: McpServerStatus['status'] = 'pending';
  #error: string | undefined;
  #client: Client | undefined;
  #transport: RpcTransport | undefined;
  #settled: Promise<void> = Promise.resolve();
  readonly #options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.name = options.name;
    this.config = options.config;
    this.#options = options;
  }

  /** Settles when the server is connected, has failed or was turned off. Never rejects. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  get status(): McpServerStatus['status'] {
    return this.#status;
  }

  /** The client of a connected server. */
  get client(): Client | undefined {
    return this.#status === 'connected' ? this.#client : undefined;
  }

  describe(): McpServerStatus {
    const info = this.#client?.getServerVersion();
    return {
      name: this.name,
      status: this.#status,
      config: this.config,
      ...(info && { serverInfo: { name: info.name, version: info.version } }),
      ...(this.#error !== undefined && { error: this.#error }),
      ...(this.#status === 'connected' && { tools: this.tools.map(describeTool) }),
    };
  }

  /** Starts to connect; `settled` tells when that is over. */
  connect(): Promise<void> {
    this.#set('pending');
    this.#settled = this.#connect();
    return this.#settled;
  }

  /** Turns the server off until it is connected again. */
  async disable(): Promise<void> {
    await this.close();
    this.#set('disabled');
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.close().catch(() => undefined); // it is going away either way
    await this.#transport?.close().catch(() => undefined); // likewise
  }

  /** A message of a server in the host that answers nothing. */
  receive(message: Record<string, unknown>): void {
    if (this.#transport instanceof HostTransport) this.#transport.receive(message);
  }

  async #connect(): Promise<void> {
    const timeout = this.config.timeout ?? envNumber(this.#options.env, 'MCP_TIMEOUT', 30_000);
    try {
      const { Client: McpClient } = await import('@modelcontextprotocol/client');
      const client = new McpClient({ name: 'inboard', version }, { capabilities: {} });
      const transport = await makeTransport(this.#options);
      this.#client = client;
      this.#transport = transport;
      client.onclose = () => this.#lost(client);
      client.onerror = (error) => this.#options.debugLog?.(`MCP server ${this.name}: ${error.message}`);
      await withTimeout(client.connect(transport as never), timeout, 'initialize'); // the library's own type has optional members we do not need
      await this.#listTools(client, timeout);
      client.setNotificationHandler('notifications/tools/list_changed', () => void this.#listTools(client, timeout).then(this.#options.onChange));
      this.#set('connected');
    } catch (error) {
      await this.#fail(error);
    }
  }

  async #listTools(client: Client, timeout: number): Promise<void> {
    if (!client.getServerCapabilities()?.tools) return;
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
      tools.push(...(page.tools as ListedTool[])); // the library has checked the shape
      cursor = page.nextCursor;
    } while (cursor !== undefined && tools.length < maxTools);
    if (tools.length > maxTools) this.#options.debugLog?.(`MCP server ${this.name} lists more than ${maxTools} tools; the rest is left out.`);
    this.tools = tools.slice(0, maxTools);
  }

  async #fail(error: unknown): Promise<void> {
    const tail = this.#transport instanceof StdioTransport && this.#transport.stderr.trim() !== '' ? ` Its last words: ${this.#transport.stderr.trim()}` : '';
    const unauthorized = error instanceof Error && (error.name === 'UnauthorizedError' || /\b401\b/.test(error.message));
    await this.close();
    this.#set(unauthorized ? 'needs-auth' : 'failed', `${errorText(error)}${tail}`);
  }

  #lost(client: Client): void {
    if (this.#client !== client || this.#status !== 'connected') return;
    void this.#fail(new Error('the server closed the connection'));
  }

  #set(status: McpServerStatus['status'], error?: string): void {
    this.#status = status;
    this.#error = error;
    if (status !== 'connected') this.tools = status === 'pending' ? this.tools : [];
    this.#options.onChange();
  }
}

/** Tools of one server at most. */
const maxTools = 1000;

async function makeTransport({ config, name, cwd, env, peer }: ConnectionOptions): Promise<RpcTransport> {
  if (config.type === 'sdk') return new HostTransport(peer, config.name ?? name);
  if (config.type === 'http' || config.type === 'sse') {
    const { StreamableHTTPClientTransport, SSEClientTransport } = await import('@modelcontextprotocol/client');
    const Transport = config.type === 'http' ? StreamableHTTPClientTransport : SSEClientTransport;
    return new Transport(new URL(config.url), { requestInit: { headers: config.headers ?? {} } }) as unknown as RpcTransport; // the same three methods and callbacks
  }
  return new StdioTransport(config, { cwd, env });
}

async function withTimeout<T>(work: Promise<T>, milliseconds: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new Error(`no answer to ${what} within ${milliseconds / 1000} s`)), milliseconds)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function describeTool({ name, description, annotations }: ListedTool): NonNullable<McpServerStatus['tools']>[number] {
  const { readOnlyHint, destructiveHint, openWorldHint } = annotations ?? {};
  return {
    name,
    ...(description !== undefined && { description }),
    ...(annotations && {
      annotations: {
        ...(readOnlyHint !== undefined && { readOnly: readOnlyHint }),
        ...(destructiveHint !== undefined && { destructive: destructiveHint }),
        ...(openWorldHint !== undefined && { openWorld: openWorldHint }),
      },
    }),
  };
}
