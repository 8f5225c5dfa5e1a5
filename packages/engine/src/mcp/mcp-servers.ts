import type { McpServerConfigForProcessTransport, McpServerStatus, McpSetServersResult, Peer } from '@inboard/wire';
import type { Environment } from '../port/environment.js';
import type { Tool } from '../tool/define.js';
import { McpConnection } from './connection.js';
import { mcpTool } from './mcp-tool.js';
import { safeName, serverOfTool } from './names.js';

export type ServerConfigs = Readonly<Record<string, McpServerConfigForProcessTransport>>;

export interface McpServersOptions {
  cwd: string;
  env: Environment;
  peer: Peer<'engine'>;
  /** The servers that may be used, of those somebody wants. */
  permitted?: (configs: ServerConfigs) => ServerConfigs;
  /** Told when the tools of any server change. */
  onTools: (tools: Tool[]) => void;
  debugLog?: (line: string) => void;
}

/** The MCP servers of a session. They connect side by side in the background. */
export class McpServers {
  readonly #options: McpServersOptions;
  readonly #servers = new Map<string, { connection: McpConnection; origin: string }>();

  constructor(options: McpServersOptions) {
    this.#options = options;
  }

  /** Makes the servers of one origin exactly these: new ones connect, missing ones are closed, the same ones stay. */
  set(origin: string, wanted: ServerConfigs): McpSetServersResult {
    const configs = this.#options.permitted?.(wanted) ?? wanted;
    const result: McpSetServersResult = { added: [], removed: [], errors: {} };
    for (const [name, { connection, origin: from }] of this.#servers) {
      if (from !== origin || sameConfig(configs[name], connection.config)) continue;
      void connection.close();
      this.#servers.delete(name);
      if (!(name in configs)) result.removed.push(name);
    }
    for (const [name, config] of Object.entries(configs)) {
      const holder = this.#servers.get(name);
      if (holder && (!fromFiles.has(holder.origin) || fromFiles.has(origin))) continue;
      void holder?.connection.close();
      this.#add(name, config, origin);
      result.added.push(name);
    }
    this.#announce();
    return result;
  }

  status(): McpServerStatus[] {
    return [...this.#servers.values()].map(({ connection }) => connection.describe());
  }

  find(name: string): McpConnection | undefined {
    return this.#servers.get(name)?.connection;
  }

  /** Waits for the server whose tool this is, if it is still connecting. */
  async whenToolReady(toolName: string): Promise<void> {
    const server = serverOfTool(toolName);
    if (server === undefined) return;
    for (const { connection } of this.#servers.values()) if (safeName(connection.name) === server) await connection.settled;
  }

  /** Waits until servers in the host are connected, and a little for the others. */
  async whenReady(graceMs: number): Promise<void> {
    const all = [...this.#servers.values()].map(({ connection }) => connection).filter((connection) => connection.status === 'pending');
    const must = all.filter(({ config }) => config.type === 'sdk' || config.alwaysLoad);
    await Promise.all(must.map((connection) => connection.settled));
    const rest = all.filter((connection) => !must.includes(connection));
    if (rest.length > 0 && graceMs > 0) await withinGrace(Promise.all(rest.map((connection) => connection.settled)), graceMs);
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#servers.values()].map(({ connection }) => connection.close()));
  }

  #add(name: string, config: McpServerConfigForProcessTransport, origin: string): void {
    const { cwd, env, peer, debugLog } = this.#options;
    const connection = new McpConnection({ name, config, cwd, env, peer, onChange: () => this.#announce(), ...(debugLog && { debugLog }) });
    this.#servers.set(name, { connection, origin });
    void connection.connect();
  }

  #announce(): void {
    this.#options.onTools([...this.#servers.values()].flatMap(({ connection }) => connection.tools.map((tool) => mcpTool(connection, tool))));
  }
}

/** Origins that give way to servers the caller or the host brings. */
const fromFiles = new Set(['project', 'plugin']);

function sameConfig(one: unknown, two: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(two);
}

async function withinGrace(work: Promise<unknown>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, milliseconds)))]);
  clearTimeout(timer);
}
