import type { McpServerConfigForProcessTransport, McpServerStatus, McpSetServersResult, Peer } from '@inboard/wire';
import type { Command } from '../command/command.js';
import type { Environment } from '../port/environment.js';
import type { Tool } from '../tool/define.js';
import { McpConnection } from './connection.js';
import { mcpTool } from './mcp-tool.js';
import { serverPrefix } from './names.js';
import { promptCommand } from './prompt-command.js';
import { resourceTools } from './resource/resource-tools.js';
import type { ServerManifest } from './transport/host.js';

export type ServerConfigs = Readonly<Record<string, McpServerConfigForProcessTransport>>;

/** How strong the claim to a name is of whoever brought a server: a file (of which the first one has it), an agent, the options of the session, its host, a call while it ran, or the administrator. */
const strength = { plugin: 0, user: 0, project: 0, local: 0, agent: 1, options: 2, host: 2, dynamic: 2, managed: 3 };

/** Who brought a server. */
export type ServerOrigin = keyof typeof strength;

export interface McpServersOptions {
  cwd: string;
  env: Environment;
  peer: Peer<'engine'>;
  /** The folders the agent works in. */
  roots: () => readonly string[];
  /** The servers that may be used, of those somebody wants. */
  permitted?: (configs: ServerConfigs) => ServerConfigs;
  /** Told when the tools or prompts of any server change. */
  onChange: (offered: { tools: Tool[]; commands: Command[] }) => void;
  /** Given what a person should know, once each. */
  notice: (text: string) => void;
  debugLog?: (line: string) => void;
}

/** How long a turn waits for servers in the host. */
const hostGraceMs = 5000;

/** The MCP servers of a session. They connect side by side in the background. */
export class McpServers {
  readonly #options: McpServersOptions;
  readonly #servers = new Map<string, { connection: McpConnection; origin: ServerOrigin }>();

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** Makes the servers of one origin exactly these: new ones connect, missing ones are closed, the same ones stay. */
  set(origin: ServerOrigin, wanted: ServerConfigs, manifests: Readonly<Record<string, ServerManifest>> = {}): McpSetServersResult {
    const configs = this.#options.permitted?.(wanted) ?? wanted;
    const result: McpSetServersResult = { added: [], removed: [], errors: {} };
    const own = [...this.#servers].filter(([, server]) => belongs(server, origin)).map(([name]) => name);
    for (const name of own) if (!Object.hasOwn(configs, name)) result.removed.push(this.#remove(name));
    for (const [name, config] of Object.entries(configs)) {
      const known = this.#servers.get(name);
      if (known && givesWay(origin, known.origin)) continue;
      if (known && sameConfig(known.connection.config, config)) known.origin = origin;
      else {
        if (known) this.#remove(name);
        this.#add(name, config, origin, manifests[name]);
        result.added.push(name);
      }
    }
    this.#announce();
    return result;
  }

  /** Replaces what earlier calls brought and the servers in the host; tells how the new ones came up. */
  async replace(configs: ServerConfigs): Promise<McpSetServersResult> {
    const result = this.set('dynamic', configs);
    for (const name of result.added) {
      const connection = this.find(name);
      await connection?.settled;
      if (connection?.error !== undefined) result.errors[name] = connection.error;
    }
    return result;
  }

  status(): McpServerStatus[] {
    return [...this.#servers.values()].map(({ connection, origin }) => ({
      ...connection.describe(),
      ...(strength[origin] === 0 && { scope: origin }),
    }));
  }

  connections(): McpConnection[] {
    return [...this.#servers.values()].map(({ connection }) => connection);
  }

  find(name: string): McpConnection | undefined {
    return this.#servers.get(name)?.connection;
  }

  /** Waits for the server whose tool or prompt this is, if it is still connecting. */
  async whenToolReady(toolName: string): Promise<void> {
    for (const connection of this.connections()) if (toolName.startsWith(serverPrefix(connection.name))) await connection.settled;
  }

  /** Waits until servers in the host are connected, and a little for the others. */
  async whenReady(graceMs: number): Promise<void> {
    for (const connection of this.connections()) connection.retryAfterLogin();
    const all = this.connections().filter(({ status }) => status === 'pending');
    if (all.length === 0) return;
    const wait = (connections: McpConnection[], milliseconds: number) =>
      withinGrace(
        connections.map(({ settled }) => settled),
        milliseconds,
      );
    const inHost = all.filter(({ config }) => config.type === 'sdk');
    const must = all.filter(({ config }) => config.alwaysLoad && config.type !== 'sdk');
    const rest = all.filter(({ config }) => !config.alwaysLoad && config.type !== 'sdk');
    await Promise.all([wait(inHost, hostGraceMs), ...must.map(({ settled }) => settled), wait(rest, graceMs)]);
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.connections().map((connection) => connection.close()));
  }

  #remove(name: string): string {
    void this.#servers.get(name)?.connection.close();
    this.#servers.delete(name);
    return name;
  }

  #add(name: string, config: McpServerConfigForProcessTransport, origin: ServerOrigin, manifest: ServerManifest | undefined): void {
    const { cwd, env, peer, roots, notice, debugLog } = this.#options;
    const log = (line: string) => debugLog?.(`MCP server ${name}: ${line}`);
    const twin = this.connections().find((other) => serverPrefix(other.name) === serverPrefix(name));
    const connection = new McpConnection({ name, config, cwd, env, peer, roots, notice, log, onChange: () => this.#announce() }, manifest);
    this.#servers.set(name, { connection, origin });
    if (twin)
      connection.refuse(
        `The server "${name}" cannot be told from "${twin.name}": tools of both would be named ${serverPrefix(name)}… Rename one of them.`,
      );
    else void connection.connect();
  }

  #announce(): void {
    const connections = this.connections();
    const tools = connections.flatMap((connection) => connection.tools.map((tool) => mcpTool(connection, tool)));
    const extra = connections.some(({ hasResources }) => hasResources) ? resourceTools(this) : [];
    const commands = connections.flatMap((connection) =>
      connection.prompts.map((prompt) => promptCommand(connection, prompt, this.#options.env)),
    );
    this.#options.onChange({ tools: [...tools, ...extra], commands });
  }
}

/** What one origin replaces: its own servers, and for a call while the session runs those in the host too. */
function belongs({ origin: from, connection }: { origin: ServerOrigin; connection: McpConnection }, origin: ServerOrigin): boolean {
  return from === origin || (origin === 'dynamic' && connection.config.type === 'sdk');
}

/** A server of a file never takes a name that is in use, and one of an agent none that the caller or the host uses. */
function givesWay(origin: ServerOrigin, holder: ServerOrigin): boolean {
  return origin !== holder && (strength[origin] < strength[holder] || strength[origin] === 0);
}

function sameConfig(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

async function withinGrace(work: readonly Promise<unknown>[], milliseconds: number): Promise<void> {
  if (work.length === 0 || milliseconds <= 0) return;
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([Promise.all(work), new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}
