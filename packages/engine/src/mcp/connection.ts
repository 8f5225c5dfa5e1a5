import { errorText, type McpServerConfigForProcessTransport, type McpServerStatus } from '@inboard/wire';
import type { Client } from '@modelcontextprotocol/client';
import { envNumber } from '../port/environment.js';
import { readLogin } from './auth/login-file.js';
import { createLink, type Link } from './client.js';
import { describeTool } from './describe-tool.js';
import { failureStatus, isUnauthorized } from './failure.js';
import { listAll } from './list-all.js';
import { readTools, type ListedTool } from './listed-tool.js';
import { readPrompts, type ListedPrompt } from './listed-prompt.js';
import { oneAtATime } from './one-at-a-time.js';
import { causeText, inPhase } from './phase.js';
import { Restarts } from './restarts.js';
import type { RpcTransport } from './rpc-transport.js';
import type { ServerOptions } from './server-options.js';
import { HostTransport, type ServerManifest } from './transport/host.js';

/** Tools of one server at most, and prompts. */
const maxListed = 1000;

/** One MCP server: how to reach it, its state, its tools and prompts. */
export class McpConnection {
  readonly name: string;
  readonly config: McpServerConfigForProcessTransport;
  tools: readonly ListedTool[] = [];
  prompts: readonly ListedPrompt[] = [];
  #status: McpServerStatus['status'] = 'pending';
  #error: string | undefined;
  #warnings: readonly string[] = [];
  #link: Link | undefined;
  /** The last one used, also when its connection is over. */
  #transport: RpcTransport | undefined;
  #settled: Promise<void> = Promise.resolve();
  /** Raised by every connect and close: what an earlier attempt brings is no longer wanted. */
  #attempt = 0;
  readonly #restarts: Restarts;
  readonly #options: ServerOptions;
  #manifest: ServerManifest | undefined;
  /** The login the server did not take. */
  #refused: string | undefined;

  /** `manifest` is what a host has said of a server of its own. */
  constructor(options: ServerOptions, manifest?: ServerManifest) {
    this.name = options.name;
    this.config = options.config;
    this.#options = options;
    this.#manifest = manifest;
    this.#restarts = new Restarts(envNumber(options.env, 'INBOARD_MCP_RESTART_MS', 500));
  }

  /** Settles when the server is connected, has failed or was turned off. Never rejects. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  get status(): McpServerStatus['status'] {
    return this.#status;
  }

  get error(): string | undefined {
    return this.#error;
  }

  /** The client of a connected server. */
  get client(): Client | undefined {
    return this.#status === 'connected' ? this.#link?.client : undefined;
  }

  get hasResources(): boolean {
    return this.client?.getServerCapabilities()?.resources !== undefined;
  }

  describe(): McpServerStatus {
    const info = this.client?.getServerVersion();
    return {
      name: this.name,
      status: this.#status,
      config: this.config,
      ...(info && { serverInfo: { name: info.name, version: info.version } }),
      ...(this.#error !== undefined && { error: this.#error }),
      ...(this.#warnings.length > 0 && { warnings: [...this.#warnings] }),
      ...(this.#status === 'connected' && { tools: this.tools.map(describeTool) }),
    };
  }

  /** Connects, in place of a connection there may be; `settled` tells when that is over. */
  connect(): Promise<void> {
    this.#restarts.reset();
    const closing = this.close();
    const attempt = this.#attempt;
    this.#set('pending');
    return (this.#settled = closing.then(() => this.#open(attempt)));
  }

  /** Connects again because the server has forgotten us; shared by all who notice it. */
  reopen(stale: Client): Promise<void> {
    return this.#link?.client === stale ? this.connect() : this.#settled;
  }

  /** Turns the server off until it is connected again. */
  async disable(): Promise<void> {
    await this.close();
    this.#set('disabled');
  }

  /** Ends the connection and everything behind it. */
  async close(): Promise<void> {
    this.#attempt += 1;
    this.#restarts.stop();
    const link = this.#link;
    this.#link = undefined;
    if (link) await closeLink(link);
  }

  /** Connects again when somebody has logged in since the server asked for that. */
  retryAfterLogin(): void {
    if (this.#status === 'needs-auth' && this.#login() !== undefined && this.#login() !== this.#refused) void this.connect();
  }

  /** Says that the server cannot be used, without trying. */
  refuse(reason: string): void {
    this.#set('failed', reason);
  }

  /** A message of a server in the host that answers nothing. */
  receive(message: Record<string, unknown>): void {
    const transport = this.#link?.transport;
    if (transport instanceof HostTransport) transport.receive(message);
  }

  /** What went wrong with a request, with what is known of the server's end. */
  explain(error: unknown): string {
    const { ended, words } = { ended: this.#transport?.ended ?? false, words: this.#transport?.lastWords?.() ?? '' };
    return ended && words !== '' ? `${causeText(error)}. ${words}` : causeText(error);
  }

  /** Tells of a request that failed: a server that no longer knows who is asking cannot be used until somebody logs in. */
  async noteFailure(error: unknown, client: Client): Promise<void> {
    if (isUnauthorized(error) && this.#link?.client === client) await this.#fail(error, this.#link);
  }

  async #open(attempt: number): Promise<void> {
    let link: Link | undefined;
    try {
      link = await inPhase('the preparation', this.#timeout(), createLink(this.#options, this.#manifest));
      if (attempt !== this.#attempt) return;
      this.#manifest = undefined;
      await this.#begin(link);
    } catch (error) {
      if (attempt === this.#attempt) await this.#fail(error, link);
    }
  }

  async #begin(link: Link): Promise<void> {
    const timeout = this.#timeout();
    const { client } = link;
    this.#link = link;
    this.#transport = link.transport;
    await inPhase('initialize', timeout, client.connect(link.transport, { timeout })); // the library's own type has more members, all optional
    if (this.#link !== link) return;
    client.onclose = () => void this.#lost(link);
    await this.#list(link);
    if (this.#link !== link) return;
    const listAgain = oneAtATime(() => this.#listAgain(link));
    client.setNotificationHandler('notifications/tools/list_changed', listAgain);
    client.setNotificationHandler('notifications/prompts/list_changed', listAgain);
    client.setNotificationHandler('notifications/resources/list_changed', () => undefined); // resources are listed when asked for
    this.#restarts.connected();
    this.#set('connected');
  }

  async #list({ client }: Link): Promise<void> {
    const { tools, prompts } = client.getServerCapabilities() ?? {};
    const limits = { limit: maxListed, timeout: this.#timeout() };
    const [listed, found] = await Promise.all([
      tools ? inPhase('tools/list', limits.timeout, listAll(client, 'tools/list', limits)) : { items: [], more: false },
      prompts ? listAll(client, 'prompts/list', limits).catch((error: unknown) => this.#noPrompts(error)) : { items: [], more: false },
    ]);
    const read = readTools(listed.items);
    this.tools = read.tools;
    this.prompts = readPrompts(found.items);
    this.#warn([...(listed.more ? [`it lists more than ${maxListed} tools; the rest was left out`] : []), ...read.problems]);
  }

  #noPrompts(error: unknown): { items: []; more: boolean } {
    this.#options.log(`its prompts cannot be listed: ${errorText(error)}`);
    return { items: [], more: false };
  }

  async #listAgain(link: Link): Promise<void> {
    if (this.#link !== link) return;
    try {
      await this.#list(link);
      if (this.#link === link) this.#options.onChange();
    } catch (error) {
      this.#options.log(`its tools cannot be listed again: ${errorText(error)}`);
    }
  }

  /** The connection of a server that worked is gone. */
  async #lost(link: Link): Promise<void> {
    if (this.#link === link) await this.#fail(new Error('the server closed the connection'), link);
  }

  async #fail(error: unknown, link: Link | undefined): Promise<void> {
    const words = link?.transport.lastWords?.() ?? '';
    const { status, text } = failureStatus(error, { name: this.name, config: this.config, env: this.#options.env, words });
    const restart = status === 'failed' && this.config.type !== 'sdk' && this.#restarts.next();
    await this.close();
    this.#refused = this.#login();
    if (!restart) return this.#set(status, text);
    const attempt = this.#attempt;
    this.#set('pending', `${text} Starting it again (${restart.number} of ${restart.most}).`);
    this.#settled = this.#restarts.wait(restart.delayMs).then(() => this.#open(attempt));
    await this.#settled;
  }

  /** The token that is kept for this server, if one is. */
  #login(): string | undefined {
    return 'url' in this.config ? readLogin(this.#options.env, this.config.url)?.tokens.access_token : undefined;
  }

  #timeout(): number {
    return envNumber(this.#options.env, 'MCP_TIMEOUT', 30_000);
  }

  #warn(warnings: readonly string[]): void {
    const fresh = warnings.filter((warning) => !this.#warnings.includes(warning));
    this.#warnings = warnings.slice(0, maxWarnings);
    if (fresh.length > 0) this.#options.notice(`MCP server "${this.name}": ${fresh.slice(0, maxWarnings).join('; ')}.`);
  }

  #set(status: McpServerStatus['status'], error?: string): void {
    this.#status = status;
    this.#error = error;
    if (status !== 'connected' && status !== 'pending') this.tools = this.prompts = [];
    this.#options.onChange();
  }
}

const maxWarnings = 10;

async function closeLink({ client, transport }: Link): Promise<void> {
  await client.close().catch(() => undefined); // it is going away either way
  await transport.close().catch(() => undefined); // likewise
}
